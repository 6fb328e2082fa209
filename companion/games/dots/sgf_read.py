"""One game of an SGF file, replayed by the rules up to its last position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.errors import OptionError
from companion.position import Place
from companion.text import Text

from .areas import inside, region_at
from .course import Course, Played
from .ending import GOES_ON, Ending
from .history import Histories, History
from .letters import all_live, with_letter
from .messages import KEYS, point_name
from .options import DotsOptions, start_dots
from .outlines import Lines, judge_outlines
from .rules import NO_LINES, Dots, area_rings
from .settle import Closing, State, put_dot, rules_of
from .settle import Step as PutDot
from .sgf_rules import ToldRules, read_rules
from .sgf_tree import Node, SgfError, Value
from .sgf_write import COLOURS, GAME_TYPE, LETTERS
from .strokes import Step, step

RESULT = re.compile(r"([BW])\+(\d+(?:\.\d+)?|R|Resign|T|Time|G|F|\?)?|0|Draw|Void|\?|")

RESIGNS = "resign"
"""What one of the sites writes instead of a last move."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move as written: its value, whose, and where; no place is grounding."""

    value: Value
    player: int
    place: Place | None
    chains: tuple[tuple[Place, ...], ...]


class SgfGame:
    """One game of a file while it is replayed."""

    def __init__(self, source: str, nodes: tuple[Node, ...], options: DotsOptions) -> None:
        if not nodes:
            raise SgfError(NO_NODES, source, source.find("("))
        self.source, self.root, self.nodes = source, nodes[0], nodes
        self.size = self._size()
        self.setup = self._setup()
        self.moves = tuple(self._moves())
        told = self._rules(options)
        self.options, self.began = told.options, told.began
        self.is_by_hand = rules_of(self.options).defers or (
            told.is_by_hand and any(move.chains for move in self.moves)
        )

    def replay(self) -> Dots:
        """The last position; raises `SgfError` at the first move that the rules refuse."""
        start = self._start()
        rules = rules_of(self.options)
        state = start.histories().likely.state
        rows, lines, played = start.rows, start.lines or NO_LINES, []
        turn, ending = start.turn, GOES_ON
        for move in self.moves:
            if move.place is None:
                ending = Ending(move.player, is_over=True)
                break
            self._check_free(move, state)
            index = move.place[1] * state.field.stride + move.place[0]
            done = PutDot(state.put(move.player, 1 << index), ()) if self.is_by_hand else None
            state, closings = done or put_dot(state, move.player, index, rules)
            for chain in move.chains:
                if area := self._chain(move, chain, state):
                    state = state.close(area.player, area.region.area)
                    closings = (*closings, area)
            rows = with_letter(rows, move.place, KEYS[move.player])
            rings = area_rings(closings, state.field.place)
            lines = (lines[0].union(*rings[0]), lines[1].union(*rings[1]))
            played.append(Played(move.player, move.place, closings))
            captures = any(one.player == move.player for one in closings)
            turn = move.player if self.options.extra_move and captures else 1 - move.player
        return self._end(start, rows, lines, History(state), tuple(played), turn, ending)

    def _end(
        self,
        start: Dots,
        rows: tuple[str, ...],
        lines: Lines,
        history: History,
        played: tuple[Played, ...],
        turn: int | None,
        ending: Ending,
    ) -> Dots:
        options = self.options
        if ending.stopper is not None:
            options = replace(options, stop_mode="auto")
        position = replace(start, options=options)
        if played:
            first = played[0].player if start.first is None else start.first
            position = Dots(
                rows, first, lines, options, settled=Histories(history), course=Course(start, played)
            )
        result = self._result() or "?"
        if result.endswith(("T", "Time")):
            ending = replace(ending, late=1 - COLOURS.index(result[0]))
        elif position.outcome() is None and not result.endswith(("R", "Resign", "?")):
            ending = replace(ending, is_over=True)
        if ending.has_come:
            return replace(position, mover=None, ending=ending)
        return position if turn is None else position.with_turn(turn)

    def _start(self) -> Dots:
        """What stands before the first move."""
        width, height = self.size
        rows: tuple[str, ...] = ("." * width,) * height
        for place, player in self.setup.items():
            rows = with_letter(rows, place, KEYS[player])
        state = all_live(rows, self.options)
        lines = self._lines(rows)
        histories = judge_outlines(state, lines, rules_of(self.options)).histories
        if lines is None and not histories.sure.closings and not histories.zones:
            lines = NO_LINES
        mover = self._to_play()
        printed = {place for place, _ in start_dots(self.options)}
        if mover is None and self.moves and set(self.setup) <= printed:
            return Dots(rows, self.moves[0].player, lines, self.options, settled=histories)
        start = Dots(rows, self.began, lines, self.options, settled=histories)
        if mover is None:
            mover = self.moves[0].player if self.moves else None
        return start if mover is None else start.with_turn(mover)

    # --- parts ------------------------------------------------------------------------------------

    def _size(self) -> tuple[int, int]:
        game = self.root.first("GM")
        if game is not None and game.text.strip() != GAME_TYPE:
            raise SgfError(WRONG_GAME.fill(seen=game.text), self.source, game.at)
        size = self.root.first("SZ")
        if size is None:
            raise SgfError(NO_SIZE, self.source, self.root.at)
        match = re.fullmatch(r"\s*(\d{1,3})(?:\s*:\s*(\d{1,3}))?\s*", size.text)
        sides = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not all(2 <= side <= len(LETTERS) for side in sides):
            raise SgfError(WRONG_SIZE.fill(seen=size.text), self.source, size.at)
        return sides

    def _setup(self) -> dict[Place, int]:
        """Setup stones; in the first node, or in nodes before the first move."""
        found: dict[Place, int] = {}
        for node in self.nodes:
            for player, colour in enumerate(COLOURS):
                for value in node.values(f"A{colour}"):
                    for place in self._stones(value):
                        if place in found:
                            raise SgfError(TAKEN.fill(where=point_name(place)), self.source, value.at)
                        found[place] = player
            if any(node.values(colour) for colour in COLOURS):
                break
        return found

    def _stones(self, value: Value) -> Iterator[Place]:
        """One point, or all points of a rectangle `ab:cd`."""
        first, colon, last = value.text.partition(":")
        start = self._point(Value(first, value.at))
        end = self._point(Value(last, value.at + len(first) + 1)) if colon else start
        for y in range(start[1], end[1] + 1):
            for x in range(start[0], end[0] + 1):
                yield (x, y)

    def _moves(self) -> Iterator[Move]:
        for node in self.nodes:
            for one in node.properties:
                if one.name in COLOURS and one.values[0].text.strip().lower() != RESIGNS:
                    yield self._move(one.values[0], COLOURS.index(one.name))

    def _move(self, value: Value, player: int) -> Move:
        if not value.text.strip():
            return Move(value, player, None, ())
        dot, *rest = value.text.split(".")
        place = self._point(Value(dot, value.at))
        at, chains = value.at + len(dot) + 1, []
        for part in rest:
            pairs = [Value(part[i : i + 2], at + i) for i in range(0, len(part), 2)]
            chains.append(tuple(self._point(pair) for pair in pairs))
            at += len(part) + 1
        return Move(value, player, place, tuple(chain for chain in chains if chain))

    def _point(self, value: Value) -> Place:
        letters = value.text.strip()
        if len(letters) != 2:
            raise SgfError(NO_POINT.fill(seen=letters), self.source, value.at)
        for number, letter in enumerate(letters):
            if letter not in LETTERS[: self.size[number]]:
                raise SgfError(OFF_FIELD.fill(seen=letters, size=self.size), self.source, value.at + number)
        return (LETTERS.index(letters[0]), LETTERS.index(letters[1]))

    def _check_free(self, move: Move, state: State) -> None:
        assert move.place is not None
        if not state.field.bit(move.place) & state.free():
            where = point_name(move.place)
            raise SgfError(TAKEN.fill(where=where), self.source, move.value.at)

    def _chain(self, move: Move, chain: tuple[Place, ...], state: State) -> Closing | None:
        """The area a written chain closes beyond what the rules close; `None` if that is nothing new."""
        ring = chain[:-1] if chain[0] == chain[-1] else chain
        dots = state.field.points(ring)
        owner = next((one for one in (move.player, 1 - move.player) if not dots & ~state.dots[one]), None)
        near = all(
            max(abs(ax - bx), abs(ay - by)) == 1 for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]))
        )
        if len(ring) < 4 or owner is None or not near or len(set(ring)) < len(ring):
            raise SgfError(NO_CHAIN, self.source, move.value.at)
        area = inside(state.field, tuple(y * state.field.stride + x for x, y in ring))
        caught = area & state.live[1 - owner]
        if not caught:
            return None
        region = region_at(state.field, caught & -caught, state.live[owner])
        return None if region is None else Closing(owner, region)

    def _lines(self, rows: tuple[str, ...]) -> Lines | None:
        """Drawn lines; whose they are is told by the dots they join."""
        found: tuple[set[Step], set[Step]] = (set(), set())
        values = self.root.values("LN")
        for value in values:
            one, _, two = value.text.partition(":")
            ends = self._point(Value(one, value.at)), self._point(Value(two, value.at + len(one) + 1))
            owners = {player for player in (0, 1) for x, y in ends if rows[y][x] == KEYS[player]}
            if len(owners) == 1:
                found[owners.pop()].add(step(*ends))
        return (frozenset(found[0]), frozenset(found[1])) if values else None

    def _to_play(self) -> int | None:
        value = self.root.first("PL")
        return COLOURS.index(value.text[:1].upper()) if value and value.text[:1].upper() in COLOURS else None

    def _result(self) -> str | None:
        value = self.root.first("RE")
        if value is None:
            return None
        if RESULT.fullmatch(value.text.strip()) is None:
            raise SgfError(WRONG_RESULT.fill(seen=value.text), self.source, value.at)
        return value.text.strip() or None

    def _rules(self, base: DotsOptions) -> ToldRules:
        value = self.root.first("RU") or Value("", 0)
        try:
            return read_rules(value.text, base, self.size, self.setup)
        except OptionError as error:
            raise SgfError(error.text, self.source, value.at) from None


NO_NODES = Text(
    en="the game is empty: expected (;GM[40]SZ[...]...", ru="игра пуста: нужно (;GM[40]SZ[...]..."
)
WRONG_GAME = Text(
    en="GM[{seen}] is another game; dots are GM[40]", ru="GM[{seen}] — другая игра; точки — GM[40]"
)
NO_SIZE = Text(en="the size is missing: expected SZ[39:32]", ru="нет размера: нужно SZ[39:32]")
WRONG_SIZE = Text(
    en="SZ[{seen}] is no size of a field; expected such as SZ[20] or SZ[39:32], sides 2..52",
    ru="SZ[{seen}] не размер поля; нужно SZ[20] или SZ[39:32], стороны 2..52",
)
NO_POINT = Text(en="{seen!r} is no point; expected two letters", ru="{seen!r} не точка; нужны две буквы")
OFF_FIELD = Text(en="{seen!r} lies off the field {size}", ru="{seen!r} вне поля {size}")
TAKEN = Text(
    en="no dot can stand on {where}: the point is not free", ru="на {where} ставить нельзя: место занято"
)
NO_CHAIN = Text(
    en="the chain after this move is no ring of neighbouring dots of one colour",
    ru="цепочка после хода — не кольцо соседних точек одного цвета",
)
WRONG_RESULT = Text(
    en="RE[{seen}] is no result; expected such as B+3, W+R, B+T, 0",
    ru="RE[{seen}] не итог; нужно B+3, W+R, B+T, 0",
)
