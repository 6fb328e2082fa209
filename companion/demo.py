"""`companion demo`: the whole story in one command - print sheets, read the sample photos, show the score."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from companion import batch, catalog, press
from companion.found import Wanted
from companion.reading import read_file
from companion.text import Text

PRINTED_GAMES = ("dots", "sea_battle")


def run(*, out: Path, lang: str) -> int:
    """Print, read and tell; returns the exit code."""
    batch.make_folder(out)
    for name in PRINTED_GAMES:
        game = catalog.find_game(name)
        sheet = press.make_sheet(game, game.options(), lang=lang)
        path = press.write_sheet(sheet, out / f"{name}.pdf")
        print(SHEET.fill(title=game.title, path=path)(lang))
    for photo in sample_photos():
        report = read_file(photo, Wanted())
        print(f"\n{photo.parent.name}/{photo.name}")
        if report.error is not None:
            print(f"  {report.error(lang)}")
        for found in report.found:
            print(f"  {found.report.summary(lang)}")
            for problem in found.report.problems:
                print(f"    {problem.code}: {problem.text(lang)}")
        picture = batch.save_picture(report, out / f"{photo.parent.name}-{photo.stem}.jpg", lang)
        print(f"  -> {picture}")
    print("\n" + NEXT.fill(out=out)(lang))
    return 0


def sample_photos() -> list[Path]:
    """The photos that come with the program, game by game."""
    folder = Path(str(files("samples")))
    return sorted(folder.glob("*/*.jpg"))


SHEET = Text(en="{title}: sheet to print in {path}", ru="{title}: лист для печати в {path}")
NEXT = Text(
    en="Open the pictures in {out}/. For the web page: .venv/bin/companion serve, then http://127.0.0.1:8000",
    ru="Смотрите картинки в {out}/. Веб-страница: .venv/bin/companion serve, затем http://127.0.0.1:8000",
)
