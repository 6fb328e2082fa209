"""Makes printed sheets: a new serial number each time, PDF and layout on disk."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.errors import OutputError
from companion.game import Game
from companion.options import pack_options
from companion.text import Text

if TYPE_CHECKING:
    from printables.layout import Sheet

SERIAL_BITS = 24


def make_sheet(
    game: Game[Any, Any], options: Any, *, paper: str = "a4", lang: str = "en", serial: int | None = None
) -> Sheet:
    """A sheet with its own serial number; without one it is a new print, with a number and a lot of its own."""
    number = secrets.randbits(SERIAL_BITS) if serial is None else serial
    if serial is None:
        options = game.fresh(options, Random(number))
    return game.sheet(options, paper=paper, lang=lang, serial=number, options_code=pack_options(options))


def make_cards(*, paper: str = "a4", lang: str = "en") -> Sheet:
    """The page of marker cards, to be laid beside games on any paper. Raises `PrintError`."""
    from printables.cards import cards_page
    from printables.paper import Orientation, Page, paper_named

    return cards_page(Page(paper_named(paper), Orientation.PORTRAIT), lang)


def default_path(name: str) -> Path:
    """`out/NAME.pdf` where there is such a folder, else `NAME.pdf` here."""
    return Path("out" if Path("out").is_dir() else ".") / f"{name}.pdf"


def write_sheet(sheet: Sheet, path: Path, layout_path: Path | None = None) -> Path:
    """Writes the PDF and, if asked, where everything lies on it as JSON; raises `OutputError`."""
    from printables.layout_json import layout
    from printables.pdf import write_pdf

    _check_folder(path)
    if layout_path is not None:
        _check_folder(layout_path)
        text = json.dumps(layout(sheet), ensure_ascii=False, indent=1) + "\n"
        try:
            layout_path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise _cannot_write(layout_path, error) from error
    return write_pdf(sheet, path)


def _check_folder(path: Path) -> None:
    if path.is_dir():
        raise OutputError(
            Text(
                en=f"{path} is a folder; give the name of a file in it",
                ru=f"{path} — папка; укажите имя файла в ней",
            )
        )
    if not path.parent.is_dir():
        raise OutputError(
            Text(
                en=f"cannot write {path}: there is no folder {path.parent}; make it first",
                ru=f"нельзя записать {path}: нет папки {path.parent}; сначала создайте её",
            )
        )


def _cannot_write(path: Path, error: OSError) -> OutputError:
    reason = error.strerror or str(error)
    return OutputError(Text(en=f"cannot write {path}: {reason}", ru=f"нельзя записать {path}: {reason}"))
