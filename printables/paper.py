"""The papers that home printers take, and the part of them that they can print on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from printables.errors import PrintError
from printables.layout import BoxMm

EDGE_MM = 8.0
"""Nothing is printed nearer to the paper's edge: home printers cut off up to 6 mm."""


class Orientation(Enum):
    """How the paper is held; the value is its letter in a sheet code."""

    PORTRAIT = "P"
    LANDSCAPE = "L"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size. `code` names it in a sheet code, `number` in the code strip."""

    name: str
    code: str
    number: int
    short_mm: float
    long_mm: float


A4 = Paper("a4", "A4", 0, 210.0, 297.0)
LETTER = Paper("letter", "LT", 1, 215.9, 279.4)
PAPERS = (A4, LETTER)


@dataclass(frozen=True, slots=True)
class Page:
    """A paper held one way or the other."""

    paper: Paper
    orientation: Orientation

    @property
    def is_landscape(self) -> bool:
        """Whether the long side lies across."""
        return self.orientation is Orientation.LANDSCAPE

    @property
    def width_mm(self) -> float:
        """How far it is from the left edge to the right one."""
        return self.paper.long_mm if self.is_landscape else self.paper.short_mm

    @property
    def height_mm(self) -> float:
        """How far it is from the top edge to the bottom one."""
        return self.paper.short_mm if self.is_landscape else self.paper.long_mm

    @property
    def printable_mm(self) -> BoxMm:
        """The part of the page that every printer reaches."""
        return (EDGE_MM, EDGE_MM, self.width_mm - EDGE_MM, self.height_mm - EDGE_MM)


def paper_named(name: str) -> Paper:
    """The paper of that name, in any letter case."""
    for paper in PAPERS:
        if name.lower() == paper.name:
            return paper
    known = " or ".join(paper.name for paper in PAPERS)
    raise PrintError(f"unknown paper {name!r}", f"expected {known}", f"choose {known}")


def pages(paper: Paper) -> tuple[Page, Page]:
    """Both ways to hold a paper, landscape first."""
    return Page(paper, Orientation.LANDSCAPE), Page(paper, Orientation.PORTRAIT)
