"""Dots as SGF `GM[40]`, the way the playing sites write it: B is our R, W our B, letters a-z then A-Z.

A capturing move carries its chain, closed at its first point: `B[pj.njokpjoinj]`. An empty move is grounding:
the player stops. What a photo shows has no moves; its dots are setup stones (`AB`, `AW`) and its drawn lines
`LN[ab:bc]`. Options of ours that the sites do not have are written into `RU` as `name=value`."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Format
from companion.text import Text

from .options import DotsOptions
from .rules import Dots
from .sgf_read import SgfGame
from .sgf_tree import read_trees
from .sgf_write import write_game


def read(source: str, options: DotsOptions) -> tuple[Dots, ...]:
    """The last position of every game in the file, with the moves that led there; raises `SgfError`."""
    return tuple(SgfGame(source, nodes, options).replay() for nodes in read_trees(source))


def write(positions: Sequence[Dots]) -> str:
    """All games as one file."""
    return "\n".join(map(write_game, positions)) + "\n"


FORMAT: Format[Dots, DotsOptions] = Format(
    Text(en="SGF of the playing sites, GM[40]", ru="SGF игровых сайтов, GM[40]"), read, write
)
