"""Pictures of dots: still ones, replays, and printable sheets with a position."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from companion import formats
from companion.cli import main
from companion.errors import CompanionError
from companion.games.dots import GAME
from companion.games.dots.diagrams import diagram, replay
from companion.games.dots.notation import parse
from companion.games.dots.options import DotsOptions
from companion.games.dots.rules import Dots, start
from companion.games.dots.trial import random_position

EMPTY = DotsOptions(start="empty", opening_zone="none")
SVG = "{http://www.w3.org/2000/svg}"
SGF = "(;FF[4]GM[40]SZ[7]AB[aa]AW[ba];B[dc];W[dd];B[cd];W[ga];B[ed];W[gb];B[de])"


def tree(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def sgf(text: str) -> Dots:
    return formats.read_games(GAME, EMPTY, "sgf", text)[0]  # type: ignore[no-any-return]


def test_a_picture_has_dots_numbers_chains_and_areas() -> None:
    root = tree(diagram(sgf(SGF)))
    assert len(root.findall(f"{SVG}circle")) == 9
    numbers = [text.text for text in root.findall(f"{SVG}text") if text.get("fill") == "#fff"]
    assert numbers == [str(number) for number in range(1, 8)]
    (area,) = root.findall(f"{SVG}polygon")
    assert set((area.get("points") or "").split()) == {"3,2", "4,3", "3,4", "2,3"}
    assert "".join(root.itertext()).replace(" ", "").endswith("R1:0B")


def test_a_photo_has_no_numbers() -> None:
    root = tree(diagram(parse("7x7 7./3.R3./..RBR../3.R3./7./3B4./7. R R2,2:1357", EMPTY)))
    assert not [text for text in root.findall(f"{SVG}text") if text.get("fill") == "#fff"]
    assert len(root.findall(f"{SVG}polygon")) == 1


def test_drawn_captures_are_tinted_and_swallowed_areas_are_not() -> None:
    drawn = parse("7x7 7./3.R3./..RBR../3.R3./7./3B4./7. R R2,2:1357", EMPTY)
    (area,) = GAME.highlights(drawn)
    assert (area.player, len(area.corners)) == (0, 4)
    nested = start(replace(EMPTY, size=(7, 7)))
    for place, player in (((3, 3), 1), ((3, 2), 0), ((2, 3), 0), ((4, 3), 0), ((3, 4), 0)):
        nested = replace(nested, mover=player).play(place)
    assert [one.player for one in GAME.highlights(nested)] == [0]
    for place in ((3, 1), (2, 2), (4, 2), (1, 3), (5, 3), (2, 4), (4, 4), (3, 5)):
        nested = replace(nested, mover=1).play(place)
    assert [one.player for one in GAME.highlights(nested)] == [1]


def test_areas_not_painted_yet_are_shaded_lightly() -> None:
    options = replace(EMPTY, scoring="dots_plus_territory", painting="deferred")
    position = parse("7x7 7./3.R3./..RBR../..R.R../7./..BBB../7. ?>R", options).play((3, 4), paints=False)
    (area,) = tree(diagram(position)).findall(f"{SVG}polygon")
    assert area.get("stroke-dasharray") and area.get("fill-opacity") == "0.1"


def test_a_replay_shows_moves_one_after_the_other() -> None:
    svg = replay(sgf(SGF), step_seconds=1.0)
    begins = re.findall(r'to="hidden" begin="game.begin\+0s" end="game.begin\+(\d+)s"', svg)
    assert sorted(map(int, begins)) == [1, 2, 3, 4, 5, 6, 7, 7, 7]
    assert 'begin="0s;game.end" dur="11s"' in svg
    assert svg.index("<polygon") < svg.index("<circle")
    assert tree(svg).find(f".//{SVG}animate") is not None


@pytest.mark.parametrize("seed", range(4))
def test_pictures_of_random_games_are_well_formed(seed: int) -> None:
    position = random_position(DotsOptions(size=(13, 9)), Random(seed))
    moves = 0 if position.course is None else len(position.course.moves)
    for svg in (diagram(position), replay(position)):
        root = tree(svg)
        assert len(list(root.iter(f"{SVG}circle"))) == moves + 4


def test_one_game_at_a_time() -> None:
    with pytest.raises(CompanionError, match="one game"):
        formats.write_games(GAME, "svg", [start(EMPTY), start(EMPTY)])


def test_convert(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "game.sgf"
    source.write_text(SGF, encoding="utf-8")
    for target in ("svg", "replay", "sheet"):
        out = tmp_path / f"{target}.svg"
        assert main(["convert", "dots", "--from", "sgf", "--to", target, str(source), "--out", str(out)]) == 0
        assert tree(out.read_text(encoding="utf-8")).tag == f"{SVG}svg"
    assert main(["convert", "dots", "--from", "sgf", "--to", "notation", str(source)]) == 0
    line = capsys.readouterr().out
    assert line.startswith("7x7 RB4.B/") and line.count("\n") == 1
    source.write_text("(;GM[40]SZ[7]\n;B[zz])", encoding="utf-8")
    assert main(["convert", "dots", "--from", "sgf", "--to", "svg", str(source), "--lang", "en"]) == 2
    assert "line 2, column 4" in capsys.readouterr().err
