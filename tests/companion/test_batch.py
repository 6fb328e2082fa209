"""Many photos at once: all cores, crashes, interruptions, and a table that can be gone on with."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli, workers
from companion.results_csv import ResultsTable
from companion.workers import run_jobs

# --- workers ------------------------------------------------------------------------------------------


def square(job: int) -> int:
    time.sleep(0.002 * (job % 3))
    return job * job


def square_or_die(job: tuple[int, Path | None]) -> int:
    """Kills its own process, as the kernel does when memory runs out, unless the marker says it has done so."""
    number, marker = job
    if marker is not None:
        if marker.exists():
            return number * number
        if marker.suffix == ".once":
            marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def fail(job: int) -> int:
    raise ValueError(f"job {job}")


def sleep_long(job: int) -> int:
    time.sleep(60 if job == 1 else 0)
    return job


def test_results_come_in_order() -> None:
    jobs = list(range(100))
    assert list(run_jobs(jobs, square, workers=3, give_up=lambda job: -1)) == [square(job) for job in jobs]


def test_a_killed_worker_costs_nothing_and_a_killer_only_itself(tmp_path: Path) -> None:
    jobs: list[tuple[int, Path | None]] = [(number, None) for number in range(30)]
    jobs[7] = (7, tmp_path / "seven.once")
    jobs[20] = (20, tmp_path / "twenty.always")
    results = list(run_jobs(jobs, square_or_die, workers=2, give_up=lambda job: -job[0]))
    assert results == [-20 if number == 20 else number**2 for number in range(30)]


def test_a_job_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_SECONDS", 0.3)
    assert list(run_jobs([0, 1, 2], sleep_long, workers=2, give_up=lambda job: -1)) == [0, -1, 2]


def test_an_error_in_a_job_comes_out() -> None:
    with pytest.raises(ValueError, match=r"job \d"):
        list(run_jobs([0, 1, 2], fail, workers=2, give_up=lambda job: -1))


def test_workers_are_gone_when_their_work_is_no_longer_wanted() -> None:
    results = run_jobs(list(range(50)), square, workers=2, give_up=lambda job: -1)
    assert next(results) == 0
    results.close()
    assert not any(process.is_alive() for process in workers.multiprocessing.active_children())


# --- the command --------------------------------------------------------------------------------------


def blank_photos(folder: Path, count: int) -> list[str]:
    """Pictures of bare paper: read quickly, to one error each."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:03}.jpg").write_bytes(
            cv2.imencode(".jpg", np.full((300, 400, 3), 180 + number, np.uint8))[1].tobytes()
        )
    (folder / "notes.txt").write_text("no photo")
    (folder / "000.read.jpg").write_bytes(b"our own answer")
    return [str(folder / f"{number:03}.jpg") for number in range(count)]


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_a_folder_stands_for_its_photos(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = blank_photos(tmp_path / "photos", 4)
    table = tmp_path / "table.csv"
    assert (
        cli.main(["read", str(tmp_path / "photos"), "--csv", str(table), "--workers", "2", "--lang", "en"])
        == 2
    )
    assert [row["photo"] for row in rows_of(table)] == names
    assert len(capsys.readouterr().err.strip().split("\n")) == 4
    (tmp_path / "empty").mkdir()
    assert cli.main(["read", str(tmp_path / "empty"), "--lang", "en"]) == 2
    assert "folder without photos" in capsys.readouterr().err


def test_resume_needs_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["read", "x.jpg", "--resume", "--lang", "en"]) == 2
    assert "--csv" in capsys.readouterr().err


def test_an_interrupted_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = blank_photos(tmp_path / "photos", 40)
    table = tmp_path / "table.csv"
    partial = tmp_path / "table.csv.part"
    command = [sys.executable, "-m", "companion.cli", "read", str(tmp_path / "photos"), "--csv", str(table)]
    run = subprocess.Popen([*command, "--workers", "2"], stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not partial.is_file() or partial.read_text().count("\n") < 4):
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    assert not table.exists()
    done = len(rows_of(partial))
    assert 3 <= done < 40
    with partial.open("a") as file:
        file.write(names[done] + ",1,half a r")  # what a cut write leaves
    capsys.readouterr()
    assert cli.main([*command[3:], "--workers", "1", "--resume", "--lang", "en"]) == 2
    assert len(capsys.readouterr().err.strip().split("\n")) == 40 - done
    assert [row["photo"] for row in rows_of(table)] == names
    assert {row["error"] for row in rows_of(table)} == {"MARKERS_MISSING"}
    assert not partial.exists()


def test_a_whole_table_is_not_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blank_photos(tmp_path / "photos", 3)
    table = tmp_path / "table.csv"
    command = ["read", str(tmp_path / "photos"), "--csv", str(table), "--lang", "en", "--workers", "1"]
    assert cli.main(command) == 2
    before = table.read_text(encoding="utf-8")
    capsys.readouterr()
    assert cli.main([*command, "--resume"]) == 2
    assert capsys.readouterr().err == ""
    assert table.read_text(encoding="utf-8") == before


def test_another_table_is_not_taken_for_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.csv").write_text("name,money\nme,1\n")
    names = blank_photos(tmp_path / "photos", 1)
    assert cli.main(["read", *names, "--csv", str(tmp_path / "table.csv"), "--resume", "--lang", "en"]) == 2
    assert "another table" in capsys.readouterr().err


def test_rows_tell_problems_from_notes(tmp_path: Path) -> None:
    reading = {
        "game": "g", "sheet": None, "position": "p", "score": None, "turn": None, "outcome": None, "doubtful": [],
        "problems": [{"code": "BAD"}, {"code": "ODD", "is_note": True}],
    }  # fmt: skip
    shown = {
        "photo": "a.pdf#page=2",
        "error": None,
        "readings": [reading],
        "refused": [{"code": "FIELD_CROPPED"}],
    }
    with ResultsTable(tmp_path / "t.csv", is_resumed=False) as table:
        table.add([shown])
    first, second = rows_of(tmp_path / "t.csv")
    assert (first["problems"], first["notes"], second["error"]) == ("BAD", "ODD", "FIELD_CROPPED")
    assert ResultsTable(tmp_path / "t.csv", is_resumed=True).photos == {"a.pdf"}
