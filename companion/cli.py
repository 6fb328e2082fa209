"""The command line: its arguments, its errors, its exit codes. What a command does stands in `commands.py`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from companion import commands
from companion.commands import UNUSABLE
from companion.errors import CompanionError, NotationError
from companion.text import LANGUAGES, Text
from printables.errors import PrintError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang = _guess_lang(given)
    try:
        args = _parser(lang).parse_args(given)
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except NotationError as error:
        return _complain(error.text(lang) + error.spot(lang))
    except CompanionError as error:
        return _complain(error.text(lang))
    except PrintError as error:
        return _complain(str(error))
    except BrokenPipeError:
        return _close_pipe()
    except KeyboardInterrupt:
        return _complain(INTERRUPTED(lang))


# --- arguments ----------------------------------------------------------------------------------------


LEVELS = ("easy", "normal", "hard", "extreme")
"""Of pretend photos; `samples/levels.py` says what they mean."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong and where help is, and leaves."""
        print(f"{self.prog}: {message} ({self.prog} --help)", file=sys.stderr)
        raise SystemExit(UNUSABLE)


def _parser(lang: str) -> _Parser:
    parser = _Parser(prog="companion", description=ABOUT(lang), epilog=CODES(lang))
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: Text) -> argparse.ArgumentParser:
        one = subparsers.add_parser(name, help=text(lang), description=text(lang))
        one.add_argument("--lang", choices=LANGUAGES, default=lang, help=LANG_HELP(lang))
        one.set_defaults(run=run)
        return one

    games = command(
        "games",
        commands.list_games,
        Text(en="list the games and their options", ru="список игр и параметров"),
    )
    games.add_argument("--json", action="store_true")

    page = command("print", commands.print_sheet, Text(en="make a sheet as PDF", ru="сделать лист в PDF"))
    _add_game(page)
    page.add_argument("--paper", choices=("a4", "letter"), default="a4")
    page.add_argument("--out", type=Path, metavar="FILE.pdf")
    page.add_argument("--layout", type=Path, metavar="FILE.json")

    cards = command(
        "cards",
        commands.print_cards,
        Text(
            en="make a page of marker cards, to lay beside games on any paper",
            ru="сделать лист карточек с метками: их кладут рядом с игрой на любой бумаге",
        ),
    )
    cards.add_argument("--paper", choices=("a4", "letter"), default="a4")
    cards.add_argument("--out", type=Path, metavar="FILE.pdf")

    photos = command(
        "read",
        commands.read_photos,
        Text(en="read photos of played sheets", ru="прочитать фотографии листов"),
    )
    photos.add_argument("photos", nargs="+", metavar="PHOTO", type=Path)
    photos.add_argument("--game", metavar="GAME")
    photos.add_argument("--set", action="append", default=[], metavar="name=value")
    photos.add_argument("--code", metavar="LETTERS", help=CODE_HELP(lang))
    photos.add_argument("--field", metavar="X,Y,W,H", help=FIELD_HELP(lang))
    photos.add_argument("--json", action="store_true")
    photos.add_argument("--marks", action="store_true")
    photos.add_argument("--annotate", type=Path, metavar="DIR")
    photos.add_argument("--csv", type=Path, metavar="FILE")
    photos.add_argument("--workers", type=int, metavar="N")
    photos.add_argument("--resume", action="store_true", help=RESUME_HELP(lang))

    for name, run, text in (
        (
            "judge",
            commands.judge_position,
            Text(en="problems, score, turn, outcome", ru="ошибки, счёт, чей ход, итог"),
        ),
        ("moves", commands.list_moves, Text(en="legal moves", ru="возможные ходы")),
        ("hint", commands.give_hint, Text(en="a good move and why", ru="хороший ход и почему")),
    ):
        one = command(name, run, text)
        _add_game(one)
        one.add_argument("notation", metavar="NOTATION|-", help=NOTATION_HELP(lang))
        one.add_argument("--json", action="store_true")

    ask = command(
        "ask",
        commands.ask_game,
        Text(en="what else a game can tell: several photos, two sheets", ru="что ещё умеет игра"),
    )
    _add_game(ask)
    ask.add_argument("question", metavar="QUESTION", nargs="?")
    ask.add_argument("inputs", metavar="PHOTO|NOTATION|name=value", nargs="*")
    ask.add_argument("--seed", type=int, metavar="N")
    ask.add_argument("--json", action="store_true")

    serve = command("serve", commands.serve_pages, Text(en="start the web page", ru="запустить веб-страницу"))
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000)

    demo = command(
        "demo",
        commands.run_demo,
        Text(en="print, pretend photo, read, score", ru="лист, снимок, чтение, счёт"),
    )
    demo.add_argument("--out", type=Path, default=Path("out"), metavar="DIR")

    convert = command(
        "convert",
        commands.convert_games,
        Text(en="games from one format to another", ru="игры из одного формата в другой"),
    )
    _add_game(convert)
    convert.add_argument("--from", dest="source", required=True, metavar="FORMAT", help=FORMAT_HELP(lang))
    convert.add_argument("--to", dest="target", required=True, metavar="FORMAT")
    convert.add_argument("file", metavar="FILE|-")
    convert.add_argument("--out", type=Path, metavar="FILE")
    bench = command(
        "bench",
        commands.run_bench,
        Text(
            en="measure accuracy and speed on pretend photos, or on photos with their truth",
            ru="измерить точность и скорость на искусственных снимках или на снимках с ответами",
        ),
    )
    bench.add_argument("--photos", type=Path, metavar="DIR")
    bench.add_argument("--games", nargs="+", default=[], metavar="GAME")
    bench.add_argument("--set", action="append", default=[], metavar="name=value")
    bench.add_argument("--levels", nargs="+", default=["normal", "hard"], choices=LEVELS)
    bench.add_argument("--count", type=_count, default=20, metavar="N")
    bench.add_argument("--first-seed", type=_count, default=1_000_000, metavar="N")
    bench.add_argument("--workers", type=_count, metavar="N")
    bench.add_argument("--record", action="store_true", help=RECORD_HELP(lang))
    bench.add_argument("--verbose", action="store_true")
    bench.add_argument("--json", action="store_true")
    return parser


def _count(text: str) -> int:
    """A whole number above zero."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--set", action="append", default=[], metavar="name=value")


def _guess_lang(arguments: Sequence[str]) -> str:
    """`--lang` if it is there, else the language of the system, else English."""
    for place, word in enumerate(arguments):
        if word.startswith("--lang="):
            return "ru" if word.endswith("=ru") else "en"
        if word == "--lang" and place + 1 < len(arguments):
            return "ru" if arguments[place + 1] == "ru" else "en"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ru" if value.lower().startswith("ru") else "en"
    return "en"


# --- output -------------------------------------------------------------------------------------------


def _complain(text: str) -> int:
    line = " ".join(text.split())
    print(f"companion: {line}", file=sys.stderr)
    return UNUSABLE


def _close_pipe() -> int:
    """Whoever read our output has gone; keep Python from complaining about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNUSABLE


ABOUT = Text(
    en="Prints sheets for pen-and-paper games, reads photos of them, and says who leads.",
    ru="Печатает листы для игр на бумаге, читает их фотографии и говорит, кто впереди.",
)
CODES = Text(
    en="Exit codes: 0 all well, 1 problems found on the paper, 2 a photo or argument could not be used.",
    ru="Коды выхода: 0 всё хорошо, 1 на бумаге есть ошибки, 2 снимок или аргумент не годится.",
)
LANG_HELP = Text(en="language of messages and sheets", ru="язык сообщений и листов")
FIELD_HELP = Text(
    en="where on squared paper the game is, in pixels of the upright photo",
    ru="где на клетчатой бумаге игра, в пикселях снимка",
)
CODE_HELP = Text(
    en="the letters printed on the sheet, if the photo does not show them", ru="буквы кода с листа"
)
FORMAT_HELP = Text(
    en="notation (a line per game), board, or a format of the game; another name lists them",
    ru="notation (строка на игру), board или формат игры; чужое имя покажет список",
)
RECORD_HELP = Text(
    en="add the figures to docs/reference/bench.csv and write the page anew",
    ru="добавить цифры в docs/reference/bench.csv и обновить страницу",
)
RESUME_HELP = Text(
    en="go on with the table of --csv where an interrupted run stopped",
    ru="продолжить таблицу --csv с места, где прервалось чтение",
)
NOTATION_HELP = Text(
    en="one-line notation, or - to read it or a board picture from standard input",
    ru="запись в одну строку или - (запись или картинка поля со стандартного ввода)",
)

INTERRUPTED = Text(en="stopped", ru="остановлено")

if __name__ == "__main__":
    sys.exit(main())
