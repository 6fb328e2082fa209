"""What a position of dots is worth without looking ahead: captures, and what walls with gaps half enclose.

Two dots two steps apart with two or more free points between them are as good as joined: whichever of the
points the enemy takes, the other one joins them. With such links taken for walls, the flood from the edge
leaves out what a side has nearly enclosed."""

from __future__ import annotations

from .areas import Field, Points
from .settle import State

HELD = 0.62
"""What a dot that is nearly enclosed counts, in captured dots."""

AREA = 0.03
"""What a nearly enclosed free point counts."""

WEAK_HELD = 0.22
"""The same for a dot enclosed with links that one move can cut."""


def value(state: State, player: int) -> float:
    """Worth of the position for the player, in dots; the same for both sides but for the sign."""
    own, other = _side(state, player), _side(state, 1 - player)
    return state.captured(player) - state.captured(1 - player) + own - other


def held(state: State, player: int) -> Points:
    """What the player has nearly enclosed: the inside of his walls and links."""
    mine = state.live[player]
    return _enclosed(state.field, mine | links(state.field, mine, state.free()))


def _side(state: State, player: int) -> float:
    """What the player has nearly enclosed."""
    field, free = state.field, state.free()
    mine, theirs = state.live[player], state.live[1 - player]
    strong = links(field, mine, free)
    inner = _enclosed(field, mine | strong)
    caught = inner & theirs
    worth = HELD * caught.bit_count() + AREA * (inner & free).bit_count()
    loose = _enclosed(field, mine | strong | weak_links(field, mine, free)) & theirs & ~caught
    return worth + WEAK_HELD * loose.bit_count()


def _enclosed(field: Field, walls: Points) -> Points:
    allowed = field.board & ~walls
    return allowed & ~field.flood(field.edge & allowed, allowed)


def links(field: Field, dots: Points, free: Points) -> Points:
    """The free points between dots two steps apart where two or more of them are free."""
    stride = field.stride
    across = _pairs(dots, 2) << 1
    down = _pairs(dots, 2 * stride) << stride
    found = _straight(across, free, stride) | _straight(down, free, 1)
    for step, one, two in (
        (stride + 2, 1, stride + 1),
        (stride - 2, -1, stride - 1),
        (2 * stride + 1, stride, stride + 1),
        (2 * stride - 1, stride, stride - 1),
    ):
        both = _pairs(dots, step) & _ahead(free, one) & free >> two
        found |= _ahead(both, -one) | both << two
    return found & field.board


def weak_links(field: Field, dots: Points, free: Points) -> Points:
    """The free points between dots two steps apart that are joined over one point only, and between dots
    three steps apart in a row with both points free."""
    stride = field.stride
    found = 0
    for one in (1, stride, stride + 1, stride - 1):
        found |= _pairs(dots, 2 * one) << one & free
        gap = (_pairs(dots, 3 * one) << one) & free & (free >> one)
        found |= gap | gap << one
    return found & field.board


def _pairs(dots: Points, step: int) -> Points:
    """The dots that have another one `step` bits further on."""
    return dots & dots >> step


def _ahead(points: Points, steps: int) -> Points:
    """The places that have one of the points so many bits further on."""
    return points >> steps if steps >= 0 else points << -steps


def _straight(middle: Points, free: Points, side: int) -> Points:
    """The links over a middle point or the points beside it, where at least two of the three are free."""
    first, second, third = free, free >> side, free << side
    two = middle & (first & second | first & third | second & third)
    return two & first | (two & second) << side | (two & third) >> side
