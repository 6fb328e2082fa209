"""Dots as players know them from the sites: one SVG with chains as closed lines, tinted areas and move numbers,
still, or as a moving replay of the whole game.

Units are points of the lattice. A viewer that cannot move shows the last position of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.errors import CompanionError
from companion.position import Place
from companion.text import Text

from .areas import Field, field_of
from .course import Course
from .ending import count_score
from .history import outermost
from .messages import KEYS
from .orders import read_histories
from .rules import Dots
from .settle import Closing, State, rules_of

MARGIN = 1.4
HEAD = 1.6
"""Above the field, for the score."""
PX_PER_POINT = 18
DOT = 0.3
TICKS = 5
"""Every so many points the lattice is numbered, as on the sheet."""
STEP_SECONDS = 0.6
HOLD_SECONDS = 4.0
"""At the end of a replay, before it begins again."""
TINT, TERRITORY_TINT = 0.25, 0.1
"""Opacity of closed areas, and of areas that are closed but not painted."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What one move adds: a dot with its number, the areas that close, and the score after it."""

    player: int
    place: Place
    number: int
    closings: tuple[Closing, ...]
    score: tuple[float, float]


def diagram(position: Dots) -> str:
    """The position as a picture; moves are numbered where the course of the game is known."""
    area, scenes = field_of(*position.options.size), list(_scenes(position))
    histories = position.histories()
    closings = [*_closings_before(position), *(closing for scene in scenes for closing in scene.closings)]
    score = count_score(histories.likely.state, position.options, position.ending)
    parts = [
        *_paper(area),
        *(_area(area, closing) for closing in closings),
        *_territory(position, area),
        *_lines(position),
        *_dots(_start(position)),
        *(_dot(scene.place, scene.player, scene.number) for scene in scenes),
        _score(area, score),
    ]
    return _document(area, parts)


def replay(position: Dots, *, step_seconds: float = STEP_SECONDS) -> str:
    """The game from its first known move as a moving picture that begins again after its end."""
    area, scenes = field_of(*position.options.size), list(_scenes(position))
    start = _start(position)
    length = len(scenes) * step_seconds + HOLD_SECONDS
    areas, dots = [], []
    scores = [(0.0, count_score(start.histories().likely.state, position.options))]
    for number, scene in enumerate(scenes, 1):
        hidden = _hidden(0.0, number * step_seconds)
        areas += [f"<g>{_area(area, one)}{_ring(area, one)}{hidden}</g>" for one in scene.closings]
        dots.append(f"<g>{_dot(scene.place, scene.player, scene.number)}{hidden}</g>")
        if scene.score != scores[-1][1]:
            scores.append((number * step_seconds, scene.score))
    parts = [
        *_paper(area),
        '<rect width="0" height="0"><animate id="game" attributeName="x" from="0" to="0" begin="0s;game.end" '
        f'dur="{length:g}s"/></rect>',
        *(_area(area, closing) for closing in _closings_before(position)),
        *areas,
        *_lines(start),
        *_dots(start),
        *dots,
    ]
    for (since, score), (until, _) in zip(scores, [*scores[1:], (length, (0, 0))], strict=True):
        if until == length:
            parts.append(f"<g>{_score(area, score)}{_hidden(0.0, since)}</g>")
        else:
            parts.append(f'<g visibility="hidden">{_score(area, score)}{_seen(since, until)}</g>')
    return _document(area, parts)


def one_diagram(positions: Sequence[Dots]) -> str:
    """The picture of a file with one game."""
    return diagram(_only(positions))


def one_replay(positions: Sequence[Dots]) -> str:
    """The moving picture of a file with one game."""
    return replay(_only(positions))


def one_sheet(positions: Sequence[Dots]) -> str:
    """The printable A4 sheet of a game with its dots and lines on it."""
    from printables.svg import sheet_svg

    from .paper import ink
    from .sheet import sheet

    position = _only(positions)
    return sheet_svg(sheet(position.options, paper="a4", lang="en", serial=0), ink(position))


def _only(positions: Sequence[Dots]) -> Dots:
    if len(positions) != 1:
        raise CompanionError(SEVERAL.fill(number=len(positions)))
    return positions[0]


# --- the course ---------------------------------------------------------------------------------------


def _start(position: Dots) -> Dots:
    """What stood there before the first known move."""
    return position.course.start if position.course else position


def _closings_before(position: Dots) -> tuple[Closing, ...]:
    return outermost(replace(_start(position), settled=None).histories().likely.closings)


def _scenes(position: Dots) -> Iterator[Scene]:
    """The known moves with what each of them did."""
    course = position.course or Course(position, ())
    state = course.start.histories().likely.state
    for number, move in enumerate(course.moves, 1):
        state = _played(state, move.player, move.place, move.closings)
        yield Scene(move.player, move.place, number, move.closings, count_score(state, position.options))


def _played(state: State, player: int, place: Place, closings: Sequence[Closing]) -> State:
    state = state.put(player, state.field.bit(place))
    for closing in closings:
        state = state.close(closing.player, closing.region.area)
    return state


# --- shapes -------------------------------------------------------------------------------------------


def _document(area: Field, parts: Sequence[str]) -> str:
    width, height = area.width - 1 + 2 * MARGIN, area.height - 1 + 2 * MARGIN + HEAD
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * PX_PER_POINT:g}" '
        f'height="{height * PX_PER_POINT:g}" viewBox="{-MARGIN:g} {-MARGIN - HEAD:g} {width:g} {height:g}" '
        "font-family=\"'Golos Text', 'PT Sans', Arial, sans-serif\" text-anchor=\"middle\">"
        + "".join(parts)
        + "</svg>"
    )


def _paper(area: Field) -> Iterator[str]:
    """The lattice with its frame and numbers."""
    right, bottom = area.width - 1, area.height - 1
    yield f'<rect x="{-MARGIN}" y="{-MARGIN - HEAD}" width="100%" height="100%" fill="#fff"/>'
    lines = [f"M{x} 0V{bottom}" for x in range(area.width)] + [f"M0 {y}H{right}" for y in range(area.height)]
    yield f'<path d="{"".join(lines)}" stroke="#ccd3d8" stroke-width="0.04" fill="none"/>'
    yield f'<path d="M0 0H{right}V{bottom}H0Z" stroke="#8a949b" stroke-width="0.1" fill="none"/>'
    numbers: list[tuple[float, float, int]] = [(x, -0.6, x) for x in range(0, area.width, TICKS)]
    numbers += [(-0.8, y + 0.2, y) for y in range(0, area.height, TICKS)]
    for x, y, number in numbers:
        yield f'<text x="{x:g}" y="{y:g}" font-size="0.55" fill="#69737a">{number}</text>'


def _points(area: Field, closing: Closing) -> str:
    return " ".join(f"{x},{y}" for x, y in map(area.place, closing.region.ring))


def _area(area: Field, closing: Closing) -> str:
    """A captured area, tinted."""
    colour = _colour(closing.player)
    return f'<polygon points="{_points(area, closing)}" fill="{colour}" fill-opacity="{TINT}"/>'


def _ring(area: Field, closing: Closing) -> str:
    """Its chain as a closed line."""
    return (
        f'<polygon points="{_points(area, closing)}" fill="none" stroke="{_colour(closing.player)}" '
        'stroke-width="0.11" stroke-linejoin="round"/>'
    )


def _territory(position: Dots, area: Field) -> Iterator[str]:
    """Areas that are closed and not painted yet, where painting may wait."""
    if not rules_of(position.options).defers:
        return
    for closing in read_histories(position.histories().likely.state).likely.closings:
        yield (
            f'<polygon points="{_points(area, closing)}" fill="{_colour(closing.player)}" '
            f'fill-opacity="{TERRITORY_TINT}" stroke="{_colour(closing.player)}" stroke-width="0.06" '
            'stroke-dasharray="0.2"/>'
        )


def _lines(position: Dots) -> Iterator[str]:
    """The drawn lines, whatever they enclose."""
    for player, steps in enumerate(position.lines or ()):
        path = "".join(f"M{x1} {y1}L{x2} {y2}" for (x1, y1), (x2, y2) in sorted(steps))
        if path:
            yield (
                f'<path d="{path}" stroke="{_colour(player)}" stroke-width="0.11" fill="none" '
                'stroke-linecap="round"/>'
            )


def _dots(position: Dots) -> Iterator[str]:
    """The dots without numbers, start dots among them."""
    for player, key in enumerate(KEYS):
        for place in position.cells(key):
            yield _dot(place, player, None)


def _dot(place: Place, player: int, number: int | None) -> str:
    x, y = place
    dot = f'<circle cx="{x}" cy="{y}" r="{DOT if number is None else 1.3 * DOT:g}" fill="{_colour(player)}"/>'
    if number is None:
        return dot
    size = 0.5 if number < 100 else 0.36
    return dot + f'<text x="{x}" y="{y + 0.36 * size:g}" font-size="{size}" fill="#fff">{number}</text>'


def _score(area: Field, score: tuple[float, float]) -> str:
    """The score above the field, each side in its colour."""
    middle, y = (area.width - 1) / 2, -MARGIN - 0.2
    return (
        f'<text x="{middle:g}" y="{y:g}" font-size="1.1" font-weight="bold">'
        f'<tspan fill="{_colour(0)}">{KEYS[0]} {score[0]:g}</tspan> : '
        f'<tspan fill="{_colour(1)}">{score[1]:g} {KEYS[1]}</tspan></text>'
    )


def _hidden(since: float, until: float) -> str:
    """Out of sight for part of every round of the replay."""
    return _set("hidden", since, until) if until > since else ""


def _seen(since: float, until: float) -> str:
    """In sight only for part of every round."""
    return _set("visible", since, until)


def _set(to: str, since: float, until: float) -> str:
    return (
        f'<set attributeName="visibility" to="{to}" begin="game.begin+{since:g}s" '
        f'end="game.begin+{until:g}s"/>'
    )


def _colour(player: int) -> str:
    from printables.pens import colour_of

    return colour_of(player)


SEVERAL = Text(
    en="a picture shows one game, the file has {number}; keep one of them",
    ru="на картинке одна игра, а в файле их {number}; оставьте одну",
)
