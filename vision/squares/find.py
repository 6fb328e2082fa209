"""From a photo to squared paper: every lattice in it, each with a smooth map from its squares to the photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flatten import PageMap, page_through
from vision.photo import Picture
from vision.squares.grow import Lattice, grown
from vision.squares.lines import LineMap, line_map
from vision.squares.start import Start, square_starts, starts, upright
from vision.squares.table import PX_PER_MM, FromAbove, Table, from_above

Array = NDArray[np.float64]

SQUARE_MM = 5.0
"""What a square is taken for: real ones have 4 to 10 mm, which no photo tells without a ruler."""

SIZES_PX = ((1600, (192, 112)), (800, (192,)), (2600, (192,)))
"""Long sides to which the picture is brought in turn, and the sides of the windows looked through there."""

TABLE_WINDOWS = (192, 112)
PITCH_PX = (3.5 * PX_PER_MM, 11.5 * PX_PER_MM)
"""The same for a table seen from above, and the sides of squares that are sold, 4 to 10 mm, told by cards that may be
printed a little smaller than they should be."""

MOST_ENLARGED = 1.3
"""A size that is so much larger than the picture shows nothing new."""

LEAST_CROSSINGS = 60
"""Clear crossings that make a lattice: seven squares each way."""

ENOUGH_CROSSINGS = 250
"""With so many clear crossings, nothing better is looked for in other sizes."""

LEAST_CLEAR = 0.35
LEAST_CLEAR_DOTS = 0.5
"""Share of a lattice's crossings that must be clear, where these are lines and where they are dots."""

LARGEST_RESIDUAL_MM = 0.35
LARGEST_DOTS_RESIDUAL_MM = 0.12
"""Median distance of the clear crossings from a smooth map; a wrong lattice wanders. Grass and gravel have dots
everywhere, but nowhere quite where they should be."""

MOST_PAPERS = 4

MOST_OVERLAP = 0.4
"""Two lattices that have more in common are one paper, seen with another step: the clearer one is kept."""

MOST_STARTS = 12
MOST_MORE_STARTS = 3
"""Windows of one size whose lattice is tried in vain, while nothing is found and when something is."""

LEAST_CLARITY = 0.3
"""A second paper shows so clearly at least, against the first."""

BLANK_SCALE = 0.125
BLANK_PX = 9
"""Where squares are blanked out, the paper is what is left of the picture at this scale, blurred over so many px."""

HOLE = 13
"""Crossings that a shadow, a game or a hand may hide in the middle of paper, less one."""

LEAST_COMPANY = 0.25
"""Share of clear crossings around a clear one that is on paper, at the edge too."""


@dataclass(frozen=True, slots=True)
class SquaredPaper:
    """Squared paper in a photo.

    `page` maps its millimetres (squares of `SQUARE_MM`, one bare square all round) to photo pixels. `columns` and
    `rows` count whole squares between its outermost crossings. `is_there` (rows + 1, columns + 1) says at which
    crossings there is paper, `is_seen` (likewise) which were seen clearly, and `clear` how many. `pitch_px` is the
    typical square. Paper that `is_dotted` has dots at its crossings instead of lines.
    """

    page: PageMap
    columns: int
    rows: int
    is_there: NDArray[np.bool_]
    is_seen: NDArray[np.bool_]
    clear: int
    pitch_px: float
    is_dotted: bool = False

    def crossings_px(self) -> Array:
        """Where all crossings are in the photo, (rows + 1, columns + 1, 2)."""
        rows, columns = np.indices((self.rows + 1, self.columns + 1))
        mm = np.asarray((np.stack([columns, rows], -1) + 1.0) * SQUARE_MM, float)
        return self.page.to_px(mm.reshape(-1, 2)).reshape(mm.shape)


def crossing_mm(x: float, y: float) -> tuple[float, float]:
    """Where a crossing lies on the page of squared paper."""
    return (x + 1) * SQUARE_MM, (y + 1) * SQUARE_MM


def find_squares(picture: Picture, tables: Sequence[Table] = ()) -> list[SquaredPaper]:
    """All squared papers in a picture, the one with most clear crossings first; none where nothing is squared.

    Where marker cards tell how the table lies, its squares are looked for from above first.
    """
    lattices: list[Lattice] = []
    for table in tables:
        if table.is_whole:
            lattices += _on_table(picture, table)
    if _is_enough(lattices):
        return _papers(lattices)
    for long_side, windows in SIZES_PX:
        if long_side <= max(picture.shape[:2]) * MOST_ENLARGED:
            lines = line_map(picture, long_side)
            for table in tables:
                if not table.is_whole:
                    _look_from(_beside_card(picture, table, lines), lines, lattices)
            for side in windows:
                if _is_enough(lattices):
                    return _papers(lattices)
                _look_from(starts(lines, side), lines, lattices)
    return _papers(lattices)


def _is_enough(lattices: Sequence[Lattice]) -> bool:
    return any(lattice.seen_count >= ENOUGH_CROSSINGS for lattice in lattices)


def _on_table(picture: Picture, table: Table) -> list[Lattice]:
    """Lattices that look square from above, with crossings in pixels of the picture."""
    above = from_above(picture, table)
    lines = line_map(above.picture, max(above.picture.shape[:2]))
    lattices: list[Lattice] = []
    for side in TABLE_WINDOWS:
        _look_from(square_starts(lines, side, PITCH_PX), lines, lattices)
        if _is_enough(lattices):
            break
    return [_in_photo(lattice, above) for lattice in lattices]


def _beside_card(picture: Picture, table: Table, lines: LineMap) -> list[Start]:
    """Where squares look square round one card, px of a line map of the whole picture."""
    above = from_above(picture, table)
    small = line_map(above.picture, max(above.picture.shape[:2]))
    found = [start for side in TABLE_WINDOWS for start in square_starts(small, side, PITCH_PX)]
    moved = []
    for start in found:
        at, *ends = (
            above.to_photo(start.at + np.array([[0.0, 0.0], *start.steps])) + 0.5
        ) * lines.scale - 0.5
        moved.append(Start(at, upright(np.array(ends) - at), start.clarity))
    return moved


def _in_photo(lattice: Lattice, above: FromAbove) -> Lattice:
    """A lattice found from above, in the photo."""
    px = above.to_photo(lattice.px)
    middle = lattice.px.mean(axis=0)
    ends = above.to_photo(middle + lattice.pitch_px * np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    pitch = float(np.hypot(*(ends[1:] - ends[0]).T).mean())
    return replace(lattice, px=px, pitch_px=pitch)


@dataclass(slots=True)
class Squares:
    """The squared papers of a picture, looked for when somebody first asks."""

    picture: Picture
    _papers: list[SquaredPaper] | None = None

    @property
    def papers(self) -> list[SquaredPaper]:
        """As `find_squares` gives them."""
        if self._papers is None:
            self._papers = find_squares(self.picture)
        return self._papers

    def papers_on(self, tables: Sequence[Table]) -> list[SquaredPaper]:
        """The same with what marker cards tell of the table."""
        if tables:
            self._papers = find_squares(self.picture, tables)
        return self.papers

    def hidden(self, grey: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
        """A grey picture of the same size where squares with four clear corners are blank; `None` without squares."""
        if not self.papers:
            return None
        mask = np.zeros(grey.shape, np.uint8)
        for paper in self.papers:
            seen = paper.is_seen
            rows, columns = np.nonzero(seen[:-1, :-1] & seen[1:, :-1] & seen[:-1, 1:] & seen[1:, 1:])
            px = np.round(paper.crossings_px()).astype(np.int32)
            corners = [px[rows + down, columns + right] for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))]
            for square in np.stack(corners, 1):
                cv2.fillConvexPoly(mask, square, 255)
        small = cv2.resize(grey, None, fx=BLANK_SCALE, fy=BLANK_SCALE, interpolation=cv2.INTER_AREA)
        blank = cv2.resize(cv2.blur(small, (BLANK_PX, BLANK_PX)), (grey.shape[1], grey.shape[0]))
        return np.asarray(np.where(mask > 0, blank, grey), np.uint8)


def _look_from(found: Sequence[Start], lines: LineMap, lattices: list[Lattice]) -> None:
    """Grow lattices from starts, the clearest first, where none is yet, and add them to those found.

    What shows less clearly than the paper already found is tried a few times only: a second page, not the table."""
    tried, clearest = 0, 0.0
    for start in found:
        clearest = max(clearest, start.clarity)
        is_dim = bool(lattices) and start.clarity < LEAST_CLARITY * clearest
        if (
            len(lattices) == MOST_PAPERS
            or is_dim
            or tried == (MOST_STARTS if not lattices else MOST_MORE_STARTS)
        ):
            break
        if not any(_lies_in(start, lines, one) for one in lattices):
            lattice = grown(lines, start)
            if not _is_lattice(lattice):
                lattice = grown(lines, start, is_dotted=True)
            tried += 1
            if _is_lattice(lattice):
                lattices.append(lattice)
                tried = 0


def _papers(lattices: list[Lattice]) -> list[SquaredPaper]:
    apart: list[Lattice] = []
    for lattice in sorted(lattices, key=lambda one: -one.seen_count):
        if all(_share_in(lattice, other) < MOST_OVERLAP for other in apart):
            apart.append(lattice)
    papers = [paper for lattice in apart if (paper := _paper(lattice)) is not None]
    return sorted(papers, key=lambda paper: -paper.clear)


def _share_in(lattice: Lattice, other: Lattice) -> float:
    """How much of a lattice lies on the paper of another one."""
    hull = cv2.convexHull(other.px[other.is_seen].astype(np.float32))
    some = lattice.px[lattice.is_seen][::7]
    inside = [cv2.pointPolygonTest(hull, (float(x), float(y)), False) >= 0 for x, y in some]
    return float(np.mean(inside)) if inside else 1.0


def turned(paper: SquaredPaper, quarters: int) -> SquaredPaper:
    """The same paper turned clockwise by so many quarters."""
    rows, columns = np.nonzero(paper.is_there)
    px = paper.crossings_px()[paper.is_there]
    there, seen, width, height = paper.is_there, paper.is_seen, paper.columns, paper.rows
    for _ in range(quarters % 4):
        columns, rows = height - rows, columns
        width, height = height, width
        there, seen = np.rot90(there, -1), np.rot90(seen, -1)
    points = np.stack([columns + 1.0, rows + 1.0], 1) * SQUARE_MM
    page_mm = (width + 2) * SQUARE_MM, (height + 2) * SQUARE_MM
    page = page_through(points, px, page_mm, np.ones(len(points)))
    return replace(
        paper,
        page=page,
        columns=width,
        rows=height,
        is_there=np.ascontiguousarray(there),
        is_seen=np.ascontiguousarray(seen),
    )


def _is_lattice(lattice: Lattice) -> bool:
    share = LEAST_CLEAR_DOTS if lattice.is_dotted else LEAST_CLEAR
    return lattice.seen_count >= max(LEAST_CROSSINGS, share * len(lattice.px))


def _lies_in(start: Start, lines: LineMap, lattice: Lattice) -> bool:
    at = ((start.at + 0.5) / lines.scale - 0.5).astype(np.float32)
    hull = cv2.convexHull(lattice.px.astype(np.float32))
    return cv2.pointPolygonTest(hull, (float(at[0]), float(at[1])), False) >= 0


def _paper(lattice: Lattice) -> SquaredPaper | None:
    """The smooth map through a lattice's crossings; `None` when there is no such map."""
    keep = _holding_together(lattice)
    ij, px, is_seen = lattice.ij[keep], lattice.px[keep], lattice.is_seen[keep]
    if is_seen.sum() < LEAST_CROSSINGS:
        return None
    low = ij.min(axis=0)
    columns, rows = (int(span) for span in np.ptp(ij, axis=0))
    points = (ij - low + 1.0) * SQUARE_MM
    page_mm = ((columns + 2) * SQUARE_MM, (rows + 2) * SQUARE_MM)
    page = page_through(points, px, page_mm, is_seen.astype(float))
    if not page.residual_mm < (LARGEST_DOTS_RESIDUAL_MM if lattice.is_dotted else LARGEST_RESIDUAL_MM):
        return None
    there = np.zeros((rows + 1, columns + 1), np.uint8)
    there[ij[is_seen, 1] - low[1], ij[is_seen, 0] - low[0]] = 1
    is_there = _filled(there)
    return SquaredPaper(
        page, columns, rows, is_there, there > 0, int(is_seen.sum()), lattice.pitch_px, lattice.is_dotted
    )


def _filled(seen: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Clear crossings and what lies between them; a few clear ones beyond the paper's edge are chance."""
    wide = cv2.copyMakeBorder(seen, HOLE, HOLE, HOLE, HOLE, cv2.BORDER_CONSTANT)
    share = cv2.blur(wide.astype(np.float32), (5, 5))
    solid = ((wide > 0) & (share > LEAST_COMPANY)).astype(np.uint8)
    closed = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((HOLE, HOLE), np.uint8))
    return np.asarray(closed[HOLE:-HOLE, HOLE:-HOLE] > 0)


def _holding_together(lattice: Lattice) -> NDArray[np.bool_]:
    """Crossings among clear ones: the lattice's fringe on trust, and what went on alone, is no paper."""
    low = lattice.ij.min(axis=0)
    shape = np.ptp(lattice.ij, axis=0)[::-1] + 1
    seen = np.zeros(tuple(shape), np.float32)
    known = np.zeros(tuple(shape), np.float32)
    rows, columns = lattice.ij[:, 1] - low[1], lattice.ij[:, 0] - low[0]
    seen[rows, columns] = lattice.is_seen
    known[rows, columns] = 1
    share = cv2.blur(seen, (5, 5), borderType=cv2.BORDER_CONSTANT) / np.maximum(
        cv2.blur(known, (5, 5), borderType=cv2.BORDER_CONSTANT), 1e-6
    )
    solid = ((known > 0) & (share > 0.3)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=4)
    if count < 2:
        return np.zeros(len(rows), bool)
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    return np.asarray(labels[rows, columns] == largest)
