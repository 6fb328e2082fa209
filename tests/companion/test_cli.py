"""The command line as scripts see it: output, exit codes, one line per error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main

EMPTY_BOARD = "3./3./3."
PICTURE = "X . .\n. O .\n. . .\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    try:
        code = main(arguments)
    except SystemExit as left:
        code = int(str(left.code or 0))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games", "--json")
    games = {game["name"]: game for game in json.loads(out)}
    assert code == 0
    assert {"dots", "sea_battle", "tic_tac_toe"} <= set(games)
    assert games["dots"]["options"][0] == {
        "name": "size", "default": "39x32", "allowed": "5..40 x 5..40", "text": "points across x down",
    }  # fmt: skip
    code, out, _ = run(capsys, "games", "--lang", "ru")
    assert "Морской бой" in out


def test_judge(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "judge", "tic_tac_toe", "3O/XX./X.X", "--json")
    report = json.loads(out)
    assert (code, err) == (1, "")
    assert [problem["code"] for problem in report["problems"]] == ["MOVED_AFTER_WIN"]
    assert report["problems"][0]["where"] == [[0, 0], [1, 0], [2, 0]]
    assert report["outcome"]["winner"] == "O"
    assert report["turn"] is None
    code, out, _ = run(capsys, "judge", "tic_tac_toe", EMPTY_BOARD, "--lang", "ru")
    assert code == 0
    assert "Ошибок нет" in out


def test_moves_and_hint(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "moves", "tic_tac_toe", "XO./OXO/X..", "--json")
    assert (code, json.loads(out)["moves"]) == (0, [[2, 0], [1, 2], [2, 2]])
    assert json.loads(out)["turn"] == "X"
    code, out, _ = run(capsys, "hint", "tic_tac_toe", "XX./OO./3.", "--json")
    hint = json.loads(out)["hint"]
    assert (code, hint["move"], hint["value"]) == (0, [2, 0], "win")
    assert hint["reason"]
    code, out, _ = run(capsys, "hint", "tic_tac_toe", "3X/OO./3.")
    assert code == 0
    assert "No hint" in out
    assert run(capsys, "moves", "tic_tac_toe", "3X/OO./3.")[1] == "No legal moves.\n"


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    for text, game in (
        (PICTURE, "tic-tac-toe"),
        ("X../.O./3.\n", "tic_tac_toe"),
        (". . . . .\n" * 5, "dots"),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        code, out, err = run(capsys, "judge", game, "-", "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["problems"] == []
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(capsys, "judge", "dots", "-")[0] == 2


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "judge", "tic_tac_toe", "O../3./3.", "--set", "first=O", "--json")
    assert code == 0
    assert json.loads(out)["options"] == {"first": "O"}
    assert json.loads(out)["turn"] == "X"


def test_print(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pdf, layout = tmp_path / "sheet.pdf", tmp_path / "sheet.json"
    code, out, err = run(
        capsys,
        "print",
        "dots",
        "--set",
        "size=20x20",
        "--out",
        str(pdf),
        "--layout",
        str(layout),
        "--paper",
        "letter",
    )
    assert (code, err) == (0, "")
    assert pdf.read_bytes().startswith(b"%PDF")
    shown = json.loads(layout.read_text(encoding="utf-8"))
    assert (shown["game"], shown["options"]) == ("dots", {"size": "20x20"})
    assert shown["boards"][0]["columns"] == 20
    assert str(pdf) in out
    assert "100 %" in out


def test_every_print_has_its_own_serial(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    serials = set()
    for number in range(3):
        target = str(tmp_path / f"{number}.pdf")
        serials.add(run(capsys, "print", "tic_tac_toe", "--out", target)[1].split()[1])
    assert len(serials) == 3


BAD = [
    (("judge", "dotz", "x"), "did you mean dots"),
    (("judge", "chess", "x"), "known games"),
    (("judge", "tic_tac_toe", "X../.Q./3."), "^Q"),
    (("judge", "tic_tac_toe", "X../3./4."), "row 3"),
    (("judge", "dots", "5x5 5./5./5./5./6."), "row 5"),
    (("judge", "sea_battle", "10./10."), "rows"),
    (("judge", "sea_battle", ""), "empty"),
    (("judge", "tic_tac_toe"), "required"),
    (("judge", "tic_tac_toe", EMPTY_BOARD, "--set", "size=9"), "3..6"),
    (("judge", "tic_tac_toe", EMPTY_BOARD, "--set", "win=5"), "does not fit"),
    (("judge", "tic_tac_toe", EMPTY_BOARD, "--set", "colour=red"), "unknown"),
    (("judge", "tic_tac_toe", EMPTY_BOARD, "--set", "size"), "name=value"),
    (("print", "dots", "--set", "start=star"), "double_cross"),
    (("print", "dots", "--paper", "a5"), "a5"),
    (("print", "dots", "--out", "/nowhere/at/all.pdf"), "/nowhere/at"),
    (("print", "dots", "--out", "/proc/sheet.pdf"), "cannot write"),
    (("print", "dots", "--out", "/"), "folder"),
    (("convert", "dots", "--from", "sgf"), "required"),
    (("convert", "dots", "--from", "psq", "--to", "notation", "/dev/null"), "notation, board"),
    (("convert", "dots", "--from", "notation", "--to", "sgg", "/dev/null"), "holds no game"),
    (("convert", "dots", "--from", "notation", "--to", "board", "/no/file"), "/no/file"),
    (("bench", "--photos", "/nowhere"), "photos with their truth"),
    (("bench", "--games", "go"), "go"),
    (("bench", "--levels", "easier"), "easier"),
    (("bench", "--count", "0"), "--count"),
    (("read", "x.jpg", "--set", "size=5x5"), "--game"),
    (("dance",), "dance"),
    ((), "COMMAND"),
]


@pytest.mark.parametrize(("arguments", "word"), BAD, ids=lambda value: " ".join(value)[:40] or "nothing")
def test_bad_input_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], word: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert word in err
    assert "Traceback" not in err


def test_a_bad_layout_path_leaves_no_pdf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    code, _, err = run(
        capsys, "print", "dots", "--out", str(target), "--layout", str(tmp_path / "no" / "x.json")
    )
    assert code == 2
    assert err.count("\n") == 1
    assert not target.exists()


def test_messages_follow_the_system(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert "нет игры" in run(capsys, "judge", "dotz", "x")[2]
    assert "no game" in run(capsys, "judge", "dotz", "x", "--lang", "en")[2]
    assert "no game" in run(capsys, "judge", "dotz", "x", "--lang=en")[2]


HEAVY = ("numpy", "cv2", "reportlab", "flask", "scipy", "skimage", "PIL", "rich")


@pytest.mark.parametrize("command", [["--help"], ["games"], ["judge", "dots", "5x5 5./5./5./5./5."]])
def test_light_commands_load_nothing_heavy(command: list[str]) -> None:
    check = (
        "import sys; from companion.cli import main\n"
        f"try: main({command!r})\n"
        "except SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("field", ["1,2,3", "a,b,c,d", "0,0,0,9", "nan,0,9,9", "0,0,inf,9"])
def test_a_field_that_is_none_is_told(capsys: pytest.CaptureFixture[str], field: str) -> None:
    code, _, err = run(capsys, "read", "photo.jpg", "--field", field, "--lang", "en")
    assert code == 2
    assert "X,Y,W,H" in err
