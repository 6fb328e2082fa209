"""The bench: what counts as wrong, flagged and silent; figures, history, page; photos with their truth."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from companion import catalog, cli
from companion.bench import run
from companion.bench.case import Case, Comparison, compare_marks, compare_positions
from companion.bench.figures import figures_of, percentile
from companion.bench.folder import FolderJob, jobs_in, measure_photo
from companion.bench.history import Run, read_history, rows_of, write_history
from companion.bench.page import write_page
from companion.bench.pretend import PretendJob, measure_pretend
from companion.bench.reliability import EDGES, NOT_MENTIONED, Band, joined, reliability_table
from printables.marks import Choice, Kind, Mark, Symbol
from tests.vision.sheets import marks_of, photo_of, sheet_of

CROSS = Mark("1", Kind.CELL, (0, 0), Symbol.CROSS, 0)
NOUGHT = Mark("1", Kind.CELL, (1, 0), Symbol.NOUGHT, 1)


def doubtful(mark: Mark) -> Mark:
    return replace(mark, confidence=0.6, other=Choice(Symbol.NOTHING))


def test_a_mark_is_right_wrong_flagged_or_silent() -> None:
    sheet = sheet_of("tic_tac_toe")
    drawn = [CROSS, NOUGHT]
    assert compare_marks(sheet, drawn, drawn) == Comparison(2, 0, 0, 0)
    assert compare_marks(sheet, drawn, [CROSS, doubtful(NOUGHT)]) == Comparison(2, 0, 1, 0)
    swapped = replace(NOUGHT, symbol=Symbol.CROSS, player=0)
    assert compare_marks(sheet, drawn, [CROSS, doubtful(swapped)]).silent == 0
    for read in ([CROSS, swapped], [CROSS], [*drawn, replace(CROSS, at=(2, 2))]):
        compared = compare_marks(sheet, drawn, read)
        assert (compared.wrong, compared.silent, len(compared.details)) == (1, 1, 1)


def test_confidence_is_held_against_what_was_right() -> None:
    sheet = sheet_of("tic_tac_toe")
    spots = sum(board.columns * board.rows for board in sheet.boards)
    half_sure = doubtful(replace(NOUGHT, symbol=Symbol.CROSS, player=0))
    missed = replace(NOUGHT, at=(2, 2))
    parts = [
        compare_marks(sheet, [CROSS, NOUGHT, missed], [CROSS, half_sure]),
        compare_marks(sheet, [CROSS, NOUGHT], [CROSS, doubtful(NOUGHT)]),
    ]
    whole = joined(part.tally for part in parts)
    assert whole[Kind.CELL, 1] == Band(2, 1, 1.2)
    assert whole[Kind.CELL, len(EDGES)] == Band(2, 2, 2.0)
    assert whole[Kind.CELL, NOT_MENTIONED] == Band(2 * spots - 4, 2 * spots - 5, 2 * spots - 4)
    assert reliability_table(whole)[2] == "| cell | 0.5 - 0.7 | 2 | 0.6000 | 0.5000 | 1 |"


def test_positions_are_compared_by_their_ink() -> None:
    assert compare_positions([CROSS], [CROSS], [CROSS]) == Comparison(1, 0, 0, 0)
    missed = compare_positions([CROSS, NOUGHT], [CROSS], [CROSS])
    assert (missed.wrong, missed.silent) == (1, 1)
    asked = compare_positions(
        [CROSS, NOUGHT], [CROSS], [CROSS, doubtful(replace(NOUGHT, symbol=Symbol.NOTHING))]
    )
    assert (asked.wrong, asked.flagged, asked.silent) == (1, 1, 0)


def case(name: str, compared: Comparison, error: str | None = None, spent: float = 100.0) -> Case:
    stages = (("decode", spent / 4), ("locate", 3 * spent / 4))
    return Case("dots", "hard", name, error, compared, 0.05, 0.2, stages, spent / 10, 12_000_000)


CASES = [
    case("1", Comparison(10, 0, 1, 0)),
    case("2", Comparison(10, 2, 2, 0), spent=200),
    case("3", Comparison(10, 1, 0, 1), spent=300),
    case("4", Comparison(10, 0, 0, 0), error="MARKERS_MISSING", spent=400),
]


def test_figures_add_up() -> None:
    (one,) = figures_of(CASES)
    assert (one.photos, one.found, one.right, one.right_when_answered) == (4, 3, 1, 2)
    assert (one.marks, one.wrong, one.flagged, one.silent) == (30, 3, 3, 1)
    assert one.ratio == pytest.approx(10)
    assert one.seconds_p50 == pytest.approx(0.25)
    assert [name for name, _, _ in one.stages] == ["decode", "locate"]


def test_percentiles() -> None:
    assert percentile([], 50) is None
    assert percentile([3.0], 95) == 3.0
    assert percentile([4.0, 1.0, 2.0, 3.0], 50) == 2.5


def test_history_grows_and_the_page_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "bench.csv"
    for number in range(3):
        figures = tuple(figures_of(CASES[: 4 - number]))
        rows = [*read_history(path), *rows_of(Run(f"2026-01-0{number + 1}", f"abc{number}", 7, figures))]
        write_history(path, rows)
    history = read_history(path)
    assert [(row["commit"], row["photos"], row["silent"]) for row in history] == [
        ("abc0", "4", "1"), ("abc1", "3", "1"), ("abc2", "2", "0"),
    ]  # fmt: skip
    write_page(tmp_path / "bench.md", figures, history, {}, command="companion bench", about="here.")
    page = (tmp_path / "bench.md").read_text(encoding="utf-8")
    assert "| dots | hard | 2 | 2 (100.0%) |" in page
    for name in ("bench-right.svg", "bench-seconds.svg", "bench-stages.svg"):
        assert name in page
        assert ET.parse(tmp_path / name).getroot().tag.endswith("svg")
    dots = (tmp_path / "bench-right.svg").read_text(encoding="utf-8").count("<circle")
    assert dots == 3


def test_the_same_seed_gives_the_same_answer() -> None:
    one, two = (measure_pretend(PretendJob("tic_tac_toe", "easy", 1_000_001)) for _ in range(2))
    assert replace(one, stages_ms=(), decode_ms=0) == replace(two, stages_ms=(), decode_ms=0)
    assert one.error is None and one.compared.silent == 0
    assert one.flat_mm is not None and one.flat_mm < 0.4


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One photo with notation, one with marks, one without truth."""
    folder = tmp_path_factory.mktemp("photos") / "sea_battle"
    folder.mkdir()
    data = photo_of("sea_battle").data
    game = catalog.find_game("sea_battle")
    position = game.read(list(marks_of("sea_battle", 5)), game.options(), begins=None)
    (folder / "text.jpg").write_bytes(data)
    (folder / "text.txt").write_text(f"{position}\n")
    marks = [
        {"board": m.board, "at": m.at, "symbol": m.symbol.value, "player": m.player}
        for m in sorted(marks_of("sea_battle", 5), key=lambda mark: mark.kind is not Kind.CELL)
    ]
    truth = {"readings": [{"game": "sea_battle", "options": {}, "marks": marks[1:]}]}  # a shot is left out
    (folder / "marks.jpg").write_bytes(data)
    (folder / "marks.json").write_text(json.dumps(truth))
    (folder / "alone.jpg").write_bytes(data)
    return folder


def test_photos_with_their_truth(photos: Path) -> None:
    marks, text = jobs_in(photos.parent)
    assert (marks.truth.name, text.truth.name) == ("marks.json", "text.txt")
    assert measure_photo(text).is_right
    spoilt = measure_photo(marks)  # its truth lacks one mark that is on the paper
    assert spoilt.is_found and spoilt.compared.wrong >= 1
    assert spoilt.game == "sea_battle"


def test_the_command_tells_and_records(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "peak_mb", lambda data: 123)
    monkeypatch.chdir(tmp_path)
    command = ["bench", "--photos", str(photos), "--workers", "1", "--lang", "en"]
    assert cli.main([*command, "--record"]) == 2
    assert "docs/reference" in capsys.readouterr().err
    (tmp_path / "docs" / "reference").mkdir(parents=True)
    assert cli.main([*command, "--record"]) == 1  # the truth of one photo lacks a mark
    assert "silent: sea_battle" in capsys.readouterr().out
    (row,) = read_history(tmp_path / "docs" / "reference" / "bench.csv")
    assert (row["photos"], row["found"], row["memory_mb"], row["commit"]) == ("2", "2", "123", "unknown")
    assert (tmp_path / "docs" / "reference" / "accuracy.md").is_file()


def test_truth_that_says_nothing_is_refused(photos: Path, tmp_path: Path) -> None:
    from companion.errors import CompanionError

    (tmp_path / "x.jpg").write_bytes(b"?")
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(CompanionError, match="no readings"):
        measure_photo(FolderJob(tmp_path / "x.jpg", tmp_path / "x.json", "x"))
