"""Good lines in barriers: by a mirror where one answers everything, exactly where the rest is small enough, else
towards a rest that is."""

from __future__ import annotations

import time
from dataclasses import dataclass

from companion.position import Highlight, Hint, Remark, Stroke
from companion.text import Text, count

from .endgame import Search
from .mirror import Mirror, mirror_of
from .notation import place_name
from .regions import REACH, TooMuch, bits_of, cells_in, parts_of, table
from .rules import Barriers

SECONDS = 1.2
"""A search for all winning lines is given up after this."""
ONE_LINE_SECONDS = 0.1
"""The same for one line, where all of them are too many."""
VALUE_SECONDS = 0.4
"""The same for the values of the parts."""
MOST_CELLS = {"cells": 34, "edge": 52, "all": 64}
"""A largest part of more free cells than this is not tried."""
NAMED_PARTS = 12


@dataclass(frozen=True, slots=True)
class Verdict:
    """The lines that win, and whether all others are known to lose."""

    winning: tuple[Stroke, ...]
    is_complete: bool


def hint(position: Barriers) -> Hint | None:
    """A good line and why; `None` when it is nobody's turn."""
    moves = position.moves()
    if position.turn is None or not moves:
        return None
    remarks = _remarks(position)
    mirror = mirror_of(position)
    if mirror is not None:
        move = _stubborn(position, moves)
        return Hint(move, MIRRORED.fill(way=mirror.text), "loss", (move,), remarks=remarks)
    mirrored = _mirroring(position)
    found = verdict(position)
    if mirrored:
        move, way = mirrored[0]
        best = tuple(dict.fromkeys([*(one for one, _ in mirrored), *found.winning]))
        return Hint(move, _mirror_text(position, move, way), "win", best, remarks=remarks)
    if found.winning:
        move = found.winning[0]
        reason = WINS_BY_VALUE if _adds_up(position) else WINS
        return Hint(move, reason, "win", found.winning, remarks=remarks)
    move = _stubborn(position, moves)
    if found.is_complete:
        return Hint(move, LOSES, "loss", (move,), remarks=remarks)
    if position.options.direction == "split":
        move = _with_most_left(position, moves)
        return Hint(move, KEEPS, None, (move,), remarks=remarks)
    move = _towards_the_end(position, moves)
    return Hint(move, CUTS, None, (move,), remarks=remarks)


def verdict(position: Barriers, *, seconds: float = SECONDS) -> Verdict:
    """The lines that win for who is to move, as far as they are found in time."""
    moves = {bits_of(move): move for move in position.moves()}
    bits = bits_of(position.free)
    touch = position.options.touch
    if not _adds_up(position):
        return _by_search(position, moves, bits, seconds)
    values = table(touch)
    largest = max(map(int.bit_count, parts_of(bits, touch)), default=0)
    try:
        if largest <= MOST_CELLS[touch]:
            won = values.after(bits, seconds=seconds)
            return Verdict(tuple(moves[line] for line, is_won in won.items() if is_won), True)
    except TooMuch:
        pass
    return _one_by_one(moves, bits, touch, seconds)


def _adds_up(position: Barriers) -> bool:
    """Whether the values of parts decide: both may draw every line, and the last one wins."""
    return position.options.direction == "any" and not position.options.misere


def _one_by_one(moves: dict[int, Stroke], bits: int, touch: str, seconds: float) -> Verdict:
    """The first line that is found to win, those first that leave the smallest parts."""
    values, reach = table(touch), REACH[touch]
    deadline = time.thread_time() + seconds

    def largest(line: int) -> int:
        return max(map(int.bit_count, parts_of(bits & ~reach(line), touch)), default=0)

    for line in sorted(moves, key=largest):
        if largest(line) > MOST_CELLS[touch] or time.thread_time() > deadline:
            break
        try:
            if values.is_lost(bits & ~reach(line), seconds=ONE_LINE_SECONDS):
                return Verdict((moves[line],), False)
        except TooMuch:
            continue
    return Verdict((), False)


def _by_search(position: Barriers, moves: dict[int, Stroke], bits: int, seconds: float) -> Verdict:
    options = position.options
    search = Search(
        options.touch, is_split=options.direction == "split", is_misere=options.misere, seconds=seconds
    )
    is_down = position.mover == position.first
    won = []
    try:
        for line in moves:
            rest = bits & ~REACH[options.touch](line)
            if not search.is_won(rest, not is_down):
                won.append(moves[line])
    except TooMuch:
        return Verdict(tuple(won), False)
    return Verdict(tuple(won), True)


def _mirroring(position: Barriers) -> list[tuple[Stroke, Mirror]]:
    """The lines after which every answer can be mirrored."""
    found = []
    for move in position.moves():
        after = position.play(move)
        if after.moves() and (mirror := mirror_of(after)) is not None:
            found.append((move, mirror))
    return found


def _mirror_text(position: Barriers, move: Stroke, mirror: Mirror) -> Text:
    """Whether a line answers the last one or makes the field even for the first time."""
    image = mirror.answer(move)
    if image == move:
        return CENTRAL.fill(way=mirror.text)
    drawn = {walk for walk, _ in position.lines}
    if image in drawn:
        return ANSWER.fill(line=place_name(position, image), way=mirror.text)
    return EVENS.fill(way=mirror.text)


def _stubborn(position: Barriers, moves: tuple[Stroke, ...]) -> Stroke:
    """The line that leaves most lines: the longer the game, the more mistakes."""
    return max(moves, key=lambda move: len(position.play(move).moves()))


def _with_most_left(position: Barriers, moves: tuple[Stroke, ...]) -> Stroke:
    """Where each has his own direction: the line that leaves most lines of one's own against the other's."""
    mine = _goes_down(moves[0])

    def lead(move: Stroke) -> int:
        free = position.play(move).free
        ends = [(cell, (cell[0], cell[1] + 1), (cell[0] + 1, cell[1])) for cell in free]
        down, across = (sum(one[k] in free for one in ends) for k in (1, 2))
        return down - across if mine else across - down

    return max(moves, key=lead)


def _goes_down(move: Stroke) -> bool:
    return move[0][0] == move[1][0]


def _towards_the_end(position: Barriers, moves: tuple[Stroke, ...]) -> Stroke:
    """The line that leaves the smallest largest part, so that the rest can be counted soon."""
    bits, touch = bits_of(position.free), position.options.touch

    def size(move: Stroke) -> tuple[int, Stroke]:
        rest = bits & ~REACH[touch](bits_of(move))
        return max(map(int.bit_count, parts_of(rest, touch)), default=0), move

    return min(moves, key=size)


# --- words --------------------------------------------------------------------------------------------


def _remarks(position: Barriers) -> tuple[Remark, ...]:
    """The free parts with their values, where these are known in time and mean anything."""
    bits, touch = bits_of(position.free), position.options.touch
    parts = parts_of(bits, touch)
    sizes = [part.bit_count() for part in parts]
    if not parts or len(parts) > NAMED_PARTS:
        return ()
    said = count(
        len(parts), ("free part", "free parts"), ("свободная часть", "свободные части", "свободных частей")
    )
    remarks = [Remark(PARTS.fill(parts=said, sizes="+".join(map(str, sizes))))]
    if _adds_up(position) and max(sizes) <= MOST_CELLS[touch]:
        try:
            values = [table(touch).value(part, seconds=VALUE_SECONDS / len(parts)) for part in parts]
        except TooMuch:
            return tuple(remarks)
        total = 0
        for value in values:
            total ^= value
        shows = tuple(_label(part, value) for part, value in zip(parts, values))
        text = (ODD_SUM if total else EVEN_SUM).fill(values=", ".join(map(str, values)), total=total)
        remarks.append(Remark(text, shows))
    return tuple(remarks)


def _label(part: int, value: int) -> Highlight:
    """The value on the part's middle cell."""
    cells = list(cells_in(part))
    x, y = cells[len(cells) // 2]
    return Highlight(None, ((x + 0.5, y + 0.5),), label=str(value))


MIRRORED = Text(
    en="the field looks the same {way}: whatever you draw, the other can draw its mirror image and has the last line; "
    "this leaves him most chances to go wrong",
    ru="поле одинаково {way}: на любую линию соперник проводит такую же напротив, и последняя линия за ним; "
    "так ему легче всего ошибиться",
)
CENTRAL = Text(
    en="the line in the middle; from now on answer every line by its mirror image {way}, and the last line is yours",
    ru="линия в самой середине; дальше на каждую линию отвечайте такой же напротив, {way}, и последняя линия за вами",
)
ANSWER = Text(
    en="the mirror image of {line} {way}; answer every line like this, and the last line is yours",
    ru="то же, что {line}, {way}; отвечайте так на каждую линию, и последняя будет за вами",
)
EVENS = Text(
    en="now the field looks the same {way}: answer every line by its mirror image, and the last line is yours",
    ru="теперь поле одинаково {way}: на каждую линию отвечайте такой же напротив, и последняя будет за вами",
)
WINS_BY_VALUE = Text(
    en="the values of the free parts cancel out after this (their nim-sum is 0): the other player loses",
    ru="после этого ценности свободных частей взаимно уничтожаются (ним-сумма 0): соперник проигрывает",
)
WINS = Text(
    en="after this the other player loses; tried to the end",
    ru="после этого соперник проигрывает; проверено до конца",
)
LOSES = Text(
    en="every line loses if the other player answers right; this leaves most lines",
    ru="при верных ответах соперника проигрывает любая линия; эта оставляет больше всего ходов",
)
CUTS = Text(
    en="too many free cells to count to the end; this cuts the largest part down",
    ru="свободных клеток слишком много, до конца не просчитать; эта линия дробит самую большую часть",
)
KEEPS = Text(
    en="too many free cells to count to the end; this keeps most lines for you and leaves the other fewest",
    ru="свободных клеток слишком много, до конца не просчитать; так у вас останется больше всего линий, у соперника "
    "меньше",
)
PARTS = Text(en="{parts} ({sizes} cells)", ru="{parts} (клеток: {sizes})")
EVEN_SUM = Text(
    en="values of the parts: {values}; nim-sum 0, so who is to move loses",
    ru="ценности частей: {values}; ним-сумма 0, поэтому тот, чей ход, проигрывает",
)
ODD_SUM = Text(
    en="values of the parts: {values}; nim-sum {total}, so who is to move wins by making it 0",
    ru="ценности частей: {values}; ним-сумма {total}, поэтому тот, чей ход, выигрывает: надо сделать её нулём",
)
