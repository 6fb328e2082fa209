"""A position of dots, with the moves that are known, as one game of an SGF file."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.position import Place
from companion.text import Text

from .course import Played
from .letters import BOTH, UNREADABLE, cells_of
from .messages import KEYS
from .rules import Dots
from .scores import score
from .sgf_rules import write_rules
from .sgf_tree import escape

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLOURS = ("B", "W")
GAME_TYPE = "40"


def write_game(position: Dots) -> str:
    start = position.course.start if position.course else position
    width, height = position.options.size
    root = [f"(;FF[4]GM[{GAME_TYPE}]CA[UTF-8]AP[paper-companion]", f"SZ[{_size_text(width, height)}]"]
    began = None if position.course else start.first
    root.append(f"RU[{escape(write_rules(position.options, began))}]")
    if result := _result_text(position):
        root.append(f"RE[{result}]")
    if any(True for _ in cells_of(start.rows, BOTH + UNREADABLE)):
        raise CompanionError(UNCLEAR)
    for player, key in enumerate(KEYS):
        stones = "".join(f"[{_name(place)}]" for place in start.cells(key))
        root.append(f"A{COLOURS[player]}{stones}" if stones else "")
    drawn = [f"[{_name(one)}:{_name(two)}]" for steps in start.lines or () for one, two in sorted(steps)]
    root.append("LN" + "".join(drawn) if drawn else "")
    turn = start.turn if start.outcome() is None else None
    if turn is not None and not position.course:
        root.append(f"PL[{COLOURS[turn]}]")
    moves = [_move_text(move, position) for move in position.course.moves] if position.course else []
    if position.ending.stopper is not None:
        moves.append(f";{COLOURS[position.ending.stopper]}[]")
    return "".join([*root, *moves, ")"])


def _move_text(move: Played, position: Dots) -> str:
    width = position.options.size[0] + 1
    rings = []
    for closing in move.closings:
        ring = [(index % width, index // width) for index in closing.region.ring]
        rings.append("." + "".join(map(_name, (*ring, ring[0]))))
    return f";{COLOURS[move.player]}[{_name(move.place)}{''.join(rings)}]"


def _result_text(position: Dots) -> str:
    if position.ending.late is not None:
        return f"{COLOURS[1 - position.ending.late]}+T"
    counted = score(position)
    if position.outcome() is None or counted is None:
        return ""
    lead = counted["R"] - counted["B"]
    return "0" if lead == 0 else f"{COLOURS[lead < 0]}+{abs(lead):g}"


def _size_text(width: int, height: int) -> str:
    return f"{width}" if width == height else f"{width}:{height}"


def _name(place: Place) -> str:
    return LETTERS[place[0]] + LETTERS[place[1]]


UNCLEAR = Text(
    en="points that could not be told cannot be written as SGF; settle them first",
    ru="непонятые точки в SGF не записать; сначала решите, чьи они",
)
