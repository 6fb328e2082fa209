"""Compares the outlines that players drew with what the rules say is closed.

A drawn outline round enemy dots tells that its region was closed, and so which of two crossing regions came
first. What it encloses is not taken from the pen but from the rules: the regions in it that hold live enemy
dots. Drawn areas are settled from the inside out, then the undrawn rest is read without an order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.boards.lattice import KING, groups
from companion.position import Place, Problem

from .areas import Field, Points, region_at
from .drawing import Face, find_faces, open_ends
from .history import Histories, History
from .messages import KEYS, dots, problem
from .orders import read_histories
from .settle import Closing, Rules, State, is_closable, is_grounded
from .strokes import Step, ring_steps

Lines = tuple[frozenset[Step], frozenset[Step]]
"""The drawn chain lines of R and of B."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What dots and outlines tell together: the possible histories, and what is wrong with the outlines."""

    histories: Histories
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A drawn face that says: this was closed by `player`."""

    player: int
    face: Face
    ring: Points


def judge_outlines(state: State, lines: Lines | None, rules: Rules) -> Verdict:
    """The verdict on the dots of `state`, all still live; `lines` is `None` when lines were not told."""
    if lines is None:
        return Verdict(_undrawn_histories(state, rules), ())
    problems: list[Problem] = []
    claims: list[Claim] = []
    for player in (0, 1):
        faces = find_faces(state.field, lines[player])
        problems += _line_problems(state, player, lines[player])
        problems += _empty_outlines(state, player, faces, lines[player], rules)
        claims += _claims(state, player, faces, rules)
    crossing = list(_crossing_claims(state.field, claims))
    problems += [found for _, _, found in crossing]
    dropped = {id(claim) for one, two, _ in crossing for claim in (one, two)}
    drawn = History(state)
    for claim in sorted(claims, key=lambda claim: claim.face.inner.bit_count()):
        if id(claim) not in dropped:
            drawn, found = _settle_claim(drawn, claim, rules)
            problems += found
    histories = _undrawn_histories(drawn.state, rules)
    problems += _undrawn(drawn.state, histories, rules)
    return Verdict(_best_drawn_first(histories, lines).after(drawn.closings), tuple(problems))


def _best_drawn_first(histories: Histories, lines: Lines) -> Histories:
    """The same histories, in every open place the ending first whose rings are drawn furthest.

    An outline with a gap proves nothing, but it makes its ending the likely one."""
    if not histories.zones:
        return histories
    place, start = histories.sure.state.field.place, len(histories.sure.closings)

    def drawn_share(end: History) -> float:
        rings = [
            (one.player, ring_steps([place(dot) for dot in one.region.ring])) for one in end.closings[start:]
        ]
        return sum(len(ring & lines[player]) / len(ring) for player, ring in rings)

    zones = tuple(tuple(sorted(zone, key=drawn_share, reverse=True)) for zone in histories.zones)
    return replace(histories, zones=zones)


def _undrawn_histories(state: State, rules: Rules) -> Histories:
    """What closed without being drawn: nothing, where players may leave areas unpainted."""
    return Histories(History(state)) if rules.defers else read_histories(state, rules)


# --- lines --------------------------------------------------------------------------------------------


def _line_problems(state: State, player: int, steps: frozenset[Step]) -> Iterator[Problem]:
    """Lines through points without an own dot, loose ends, and the frame used as a wall."""
    field, key = state.field, KEYS[player]
    own = set(field.places(state.dots[player]))
    edge = set(field.places(field.edge))
    bad = sorted({place for one in steps for place in one if place not in own}, key=lambda p: (p[1], p[0]))
    along = [place for place in bad if _runs_along_edge(place, steps, field)]
    if through := [place for place in bad if place not in along]:
        yield problem("OUTLINE_STEP", through, player=key)
    over = [*along]
    loose: list[Place] = []
    ends = set(open_ends(steps))
    for part in groups({place for one in steps for place in one}, KING):
        here = sorted(part & ends, key=lambda p: (p[1], p[0]))
        if len(here) >= 2 and all(place in edge for place in here):
            over += [place for place in here if place not in along]
        else:
            loose += here
    if over:
        yield problem("OUTLINE_OVER_EDGE", over, player=key)
    if loose:
        yield problem("OUTLINE_OPEN", loose, player=key)


def _runs_along_edge(place: Place, steps: frozenset[Step], field: Field) -> bool:
    """Whether a line at this point lies on the frame."""
    last_x, last_y = field.width - 1, field.height - 1
    return any(
        place in one and (one[0][0] == one[1][0] in (0, last_x) or one[0][1] == one[1][1] in (0, last_y))
        for one in steps
    )


def _empty_outlines(
    state: State, player: int, faces: Sequence[Face], steps: frozenset[Step], rules: Rules
) -> Iterator[Problem]:
    """Drawn rings with nobody inside; the gap between several outlines is none of them, nor is what is left
    where a line with loose ends is said to be open."""
    if rules.capture_empty:
        return
    ends = set(open_ends(steps))
    parts = groups({place for one in steps for place in one}, KING) if ends else []
    unsure = {place for part in parts if part & ends for place in part}
    enemies = state.dots[1 - player]
    needed = {line for face in faces if face.points & enemies for line in face.lines}
    for face in faces:
        if face.inner & enemies or not face.lines - needed:
            continue
        if state.field.points(face.ring) & ~state.dots[player] or unsure.intersection(face.ring):
            continue
        yield problem("OUTLINE_EMPTY", face.ring, player=KEYS[player])


# --- areas --------------------------------------------------------------------------------------------


def _claims(state: State, player: int, faces: Sequence[Face], rules: Rules) -> Iterator[Claim]:
    """The faces that are closed by own dots and hold enemy dots."""
    for face in faces:
        ring = state.field.points(face.ring)
        holds = face.points & (state.field.board if rules.capture_empty else state.dots[1 - player])
        if holds and not ring & ~state.dots[player]:
            yield Claim(player, face, ring)


def _crossing_claims(field: Field, claims: Sequence[Claim]) -> Iterator[tuple[Claim, Claim, Problem]]:
    for one in claims:
        for two in claims:
            if one.player == 0 and two.player == 1:
                first, second = one.ring & two.face.inner, two.ring & one.face.inner
                if first and second:
                    yield one, two, problem("OUTLINE_CROSSES", field.places(first | second))


def _settle_claim(history: History, claim: Claim, rules: Rules) -> tuple[History, list[Problem]]:
    """Closes what a drawn outline encloses."""
    state = history.state
    player, field, key = claim.player, state.field, KEYS[claim.player]
    if dead := claim.ring & ~state.live[player]:
        return history, [problem("OUTLINE_THROUGH_CAPTURED", field.places(dead), player=key)]
    problems = []
    closable = ~(state.owned[player] | state.live[player]) if rules.capture_empty else state.live[1 - player]
    seeds = claim.face.points & closable
    while seeds:
        region = region_at(field, seeds & -seeds, state.live[player])
        assert region is not None
        seeds &= ~region.points
        if is_closable(state, player, region, rules):
            history = history.then([Closing(player, region)])
            state = history.state
            if region.wall != claim.ring and len(region.ring) < len(claim.face.ring):
                problems.append(problem("OUTLINE_NOT_SHORTEST", claim.face.ring, is_note=True, player=key))
        elif rules.is_immune:
            caught = region.points & state.live[1 - player]
            if is_grounded(field, caught, state.live[1 - player]):
                problems.append(problem("GROUNDED_GROUP_CAPTURED", field.places(caught), player=key))
    return history, problems


def _undrawn(state: State, histories: Histories, rules: Rules) -> Iterator[Problem]:
    """Areas that closed whatever the order was, and that nobody outlined.

    Where houses wait for their owner's move, one dot in a house may not be taken yet.
    """
    for player, region in histories.sure_closings():
        taken = (region.area & state.live[1 - player]).bit_count()
        if taken > 1 or not rules.waits:
            where = [state.field.place(index) for index in region.ring]
            yield problem("CAPTURE_NOT_DRAWN", where, player=KEYS[player], dots=dots(taken))
