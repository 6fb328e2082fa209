"""What sea battle can be asked: photos of one sheet, both sheets, seals - from Python and the command line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import questions
from companion.cli import main
from companion.errors import CompanionError
from companion.games.sea_battle.cells import cell_name, in_order
from companion.games.sea_battle.notation import parse
from companion.games.sea_battle.options import SeaBattleOptions
from companion.games.sea_battle.questions import QUESTIONS
from companion.games.sea_battle.rules import SeaBattle
from companion.games.sea_battle.trial import random_position
from companion.position import Problem
from companion.questions import Answer, Source

OPTIONS = SeaBattleOptions()
FLEET = "4S5.S/10./S.3S4.S/S9./S.SS5.S/10./5.SS3./10./S9./S8.S"
EMPTY = "/".join(["10."] * 10)


def ask(name: str, *positions: SeaBattle, **words: str) -> Answer:
    sources = [Source(str(position), position) for position in positions]
    return questions.ask(QUESTIONS[name], sources, OPTIONS, words, 1)


def codes(answer: Answer) -> list[tuple[str, tuple[tuple[int, int], ...], str]]:
    def seen(one: Problem) -> tuple[str, tuple[tuple[int, int], ...], str]:
        return (one.code, one.where, one.board)

    return [seen(problem) for problem in answer.problems]


def own(rows: str, target: str = "-", first: str = "own") -> SeaBattle:
    return parse(f"{rows} {target} {first}", OPTIONS)


# --- photos of one sheet ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (FLEET, FLEET.replace("S8.S", "X7.oX"), []),
        (FLEET.replace("S8.S", "S9."), FLEET, [("LATE_PLACEMENT", ((9, 9),), "own")]),
        (FLEET.replace("S8.S", "S8.o"), FLEET.replace("S8.S", "S8.O"), [("SHIP_ADDED", ((9, 9),), "own")]),
        (FLEET, FLEET.replace("S8.S", "S9."), [("SHIP_REMOVED", ((9, 9),), "own")]),
        (FLEET, FLEET.replace("S8.S", "S6.S.."), [("SHIP_MOVED", ((7, 9), (9, 9)), "own")]),
        (FLEET.replace("S8.S", "S7.oS"), FLEET, [("LOST_MARK", ((8, 9),), "own")]),
        (FLEET, FLEET.replace("S8.S", "S7.!S"), [("WRONG_MARK", ((8, 9),), "own")]),
    ],
)
def test_photos_of_one_sheet(before: str, after: str, expected: list[object]) -> None:
    answer = ask("photos", own(before), own(after))
    assert codes(answer) == expected
    assert answer.has_problems == bool(expected)


def test_shots_between_photos() -> None:
    target = EMPTY.replace("10.", "xo8.", 1)
    answer = ask("photos", own(FLEET), own(FLEET.replace("S8.S", "S7.oX"), target))
    assert answer.data["steps"] == [{"enemy_shots": [[8, 9], [9, 9]], "own_shots": [[0, 0], [1, 0]]}]
    text = "\n".join(line("en") for line in answer.lines)
    assert "И10 (miss), К10 (sunk)" in text
    assert "А1 (hit), Б1 (miss)" in text


def test_a_game_photographed_at_every_shot_has_nothing_wrong() -> None:
    position = replace(random_position(OPTIONS, Random(3)), first=0, target=own(EMPTY).target)
    photos = [replace(position, own=own(FLEET).own)]
    for _ in range(20):
        photos.append(photos[-1].play(Random(len(photos)).choice(photos[-1].moves())))
    answer = ask("photos", *photos)
    assert answer.problems == ()
    assert len(answer.data["steps"]) == 20


# --- both sheets --------------------------------------------------------------------------------------


def test_two_sheets_that_agree_but_for_a_note() -> None:
    first = own(FLEET, EMPTY.replace("10./10.", "x9./o9.", 1), "own")
    second = own(FLEET.replace("4S5.S", "XSSS5.S"), "-", "enemy")
    assert codes(ask("sheets", first, second)) == [("BOOKKEEPING_OR_SHOT", ((0, 1),), "target")]
    answer = ask("sheets", own(FLEET, EMPTY.replace("10.", "x9.", 1)), second)
    assert answer.problems == ()
    assert answer.data["winner"] is None


@pytest.mark.parametrize(
    ("target", "shot_at", "kind"),
    [
        ("o", "X", "hits"),
        ("x", "o", "misses"),
        (".", "X", "only the owner of the fleet"),
        ("x", "S", "only the shooter"),
    ],
)
def test_records_that_differ(target: str, shot_at: str, kind: str) -> None:
    first = own(FLEET, EMPTY.replace("10.", f"{target}9.", 1))
    second = own(FLEET)
    second = replace(second, own=(shot_at + second.own[0][1:], *second.own[1:]), first=1)
    found = [problem for problem in ask("sheets", first, second).problems if problem.where == ((0, 0),)]
    mismatch = [problem for problem in found if problem.code == "SHOT_RECORD_MISMATCH"]
    assert len(mismatch) == 1 and kind in mismatch[0].text("en")


def test_the_winner_and_the_protocol() -> None:
    sunk = own(FLEET.replace("S", "X"), "-", "enemy")
    target = tuple(row.replace("X", "#") for row in sunk.own)
    answer = ask("sheets", replace(own(FLEET), target=target), sunk)
    assert answer.data["winner"] == 1
    assert answer.problems == ()
    text = "\n".join(line("ru") for line in answer.lines)
    assert "Победил игрок 1" in text and "выстрелов 20, попаданий 20, промахов 0; потоплено 10" in text


def test_both_cannot_have_begun() -> None:
    assert "HEADER_MISSING" in [code for code, _, _ in codes(ask("sheets", own(FLEET), own(FLEET)))]


# --- seals --------------------------------------------------------------------------------------------


def test_a_seal_holds_after_the_game_and_breaks_with_the_fleet() -> None:
    sealed = ask("seal", own(FLEET))
    words = {name: str(sealed.data[name]) for name in ("seal", "key")}
    played = own(FLEET.replace("S8.S", "X7.oS"))
    assert ask("check", played, **words).data == {"is_sealed": True}
    typed = {name: value.lower().replace("-", " ").replace("0", "o") for name, value in words.items()}
    assert not ask("check", played, **typed).has_problems
    moved = own(FLEET.replace("S8.S", "S6.S.."))
    assert [code for code, _, _ in codes(ask("check", moved, **words))] == ["SEAL_BROKEN"]
    other = words | {"key": "0000-0000-0000"}
    assert ask("check", played, **other).has_problems


def test_a_seal_tells_nothing_about_the_fleet() -> None:
    """Equal fleets have different seals, and no line names a cell with a ship."""
    one, two = ask("seal", own(FLEET)), ask("seal", own(FLEET))
    assert one.data["seal"] != two.data["seal"]
    shown = " ".join(line(lang) for line in one.lines for lang in ("en", "ru"))
    for ship in own(FLEET).ships():
        for cell in in_order(ship):
            assert not re.search(rf"\b{cell_name(cell, OPTIONS.alphabet)}\b", shown)


def test_a_seal_can_be_scanned() -> None:
    import numpy as np
    import zxingcpp

    answer = ask("seal", own(FLEET), qr="yes")
    halves = {"\u2588": (255, 255), "\u2580": (255, 0), "\u2584": (0, 255), " ": (0, 0)}
    rows = answer.lines[1]("en").splitlines()
    picture = np.array([[halves[sign][half] for sign in row] for row in rows for half in (0, 1)], np.uint8)
    (found,) = zxingcpp.read_barcodes(np.kron(picture, np.ones((8, 8), np.uint8)))
    assert found.text == answer.data["seal"]


def test_no_seal_for_a_broken_fleet_or_after_a_shot() -> None:
    broken = ask("seal", own(FLEET.replace("S8.S", "S9.")))
    assert broken.has_problems and "seal" not in broken.data
    with pytest.raises(CompanionError):
        ask("seal", own(FLEET.replace("S8.S", "S7.oS")))
    with pytest.raises(CompanionError):
        ask("check", own(FLEET))


# --- the command line ---------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(("ask", "sea_battle", *arguments, "--lang", "en"))
    out, err = capsys.readouterr()
    return code, out, err


def test_ask_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 0 and all(name in out for name in QUESTIONS)
    code, out, _ = run(capsys, "place", "--seed", "3", "--json")
    rows = json.loads(out)["own"]
    assert code == 0 and parse("/".join(rows), OPTIONS).problems() == ()
    assert run(capsys, "place", "--seed", "3", "--json")[1] == out
    code, out, _ = run(capsys, "photos", FLEET, FLEET.replace("S8.S", "S9."), "--json")
    assert code == 1 and json.loads(out)["problems"][0]["code"] == "SHIP_REMOVED"
    code, out, _ = run(capsys, "seal", FLEET, "key=AAAA-BBBB-CCCC", "--json")
    seal = json.loads(out)["seal"]
    assert run(capsys, "check", FLEET, f"seal={seal}", "key=aaaabbbbcccc")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("dance",), "photos"),
        (("photos", FLEET), "2..50"),
        (("seal", "10./10."), "rows"),
        (("check", FLEET), "seal=..."),
        (("seal", "S" * 5000), "row 1"),
    ],
)
def test_bad_questions_get_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], word: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert word in err


def test_photos_of_the_wrong_sheets_are_refused(tmp_path: Path) -> None:
    from companion.games.sea_battle import GAME
    from companion.referee import SheetFacts, judge

    def photo(serial: str) -> Source:
        report = replace(judge(GAME, own(FLEET)), sheet=SheetFacts(serial, "a4", 8, 0.1))
        return Source(serial, report.position, report)

    with pytest.raises(CompanionError):
        questions.ask(QUESTIONS["photos"], [photo("00001"), photo("00002")], OPTIONS, {}, None)
    with pytest.raises(CompanionError):
        questions.ask(QUESTIONS["sheets"], [photo("00001"), photo("00001")], OPTIONS, {}, None)
    assert not questions.ask(
        QUESTIONS["photos"], [photo("00001"), photo("00001")], OPTIONS, {}, None
    ).has_problems
