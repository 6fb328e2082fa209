"""The command line. Everything heavy is loaded by the command that needs it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion import catalog, notation
from companion.errors import CompanionError, NotationError, OptionError
from companion.game import Game
from companion.options import describe, parse_options, split_setting
from companion.text import LANGUAGES, Text
from printables.errors import PrintError

ALL_READ, PROBLEMS_FOUND, UNUSABLE = 0, 1, 2
"""Exit codes: all well; problems found on the paper; a photo or an argument could not be used."""


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


# --- commands -----------------------------------------------------------------------------------------


def _games(args: argparse.Namespace) -> int:
    games = catalog.all_games()
    if args.json:
        _say_json([_game_json(game, args.lang) for game in games])
        return ALL_READ
    width = max(len(game.name) for game in games)
    for game in games:
        print(f"{game.name:<{width}}  {game.title(args.lang)}")
        for option in describe(game.options):
            default = option.kind.render(option.default)
            print(
                f"{'':<{width}}    {option.name}={default}  ({option.kind.allowed()})",
                option.text(args.lang),
                sep="  ",
            )
    return ALL_READ


def _game_json(game: Game[Any, Any], lang: str) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title(lang),
        "players": [player.key for player in game.players],
        "options": [
            {
                "name": option.name,
                "default": option.kind.render(option.default),
                "allowed": option.kind.allowed(),
                "text": option.text(lang),
            }
            for option in describe(game.options)
        ],
    }


def _print(args: argparse.Namespace) -> int:
    from companion import press

    game, options = _game_and_options(args)
    sheet = press.make_sheet(game, options, paper=args.paper, lang=args.lang)
    target = press.write_sheet(sheet, args.out or press.default_path(game.name), args.layout)
    print(PRINTED.fill(path=target, serial=sheet.serial)(args.lang))
    return ALL_READ


def _judge(args: argparse.Namespace) -> int:
    from companion import referee

    game, position = _game_and_position(args)
    report = referee.judge(game, position)
    if args.json:
        _say_json(report.to_json(args.lang))
    else:
        print(report.to_text(args.lang))
    return PROBLEMS_FOUND if report.has_problems else ALL_READ


def _moves(args: argparse.Namespace) -> int:
    from companion import referee

    game, position = _game_and_position(args)
    moves = position.moves()
    if args.json:
        _say_json(_position_json(game, position) | {"moves": [list(move) for move in moves]})
    else:
        print(referee.moves_text(game, position, moves)(args.lang))
    return ALL_READ


def _hint(args: argparse.Namespace) -> int:
    from companion import referee

    game, position = _game_and_position(args)
    hint = game.hint(position)
    if args.json:
        _say_json(_position_json(game, position) | {"hint": referee.hint_json(game, hint, args.lang)})
    else:
        print(referee.hint_text(game, position, hint)(args.lang))
    return ALL_READ


def _read(args: argparse.Namespace) -> int:
    from companion import batch
    from companion.reading import Wanted

    game = catalog.find_game(args.game) if args.game else None
    settings = [split_setting(one) for one in args.set]
    if game is None and settings:
        raise OptionError(
            Text(
                en="--set needs --game: options belong to a game",
                ru="для --set нужен --game: параметры есть у игры",
            )
        )
    options = parse_options(game.options, settings) if game and settings else None
    return batch.read_photos(
        args.photos,
        batch.Settings(
            wanted=Wanted(game, options, args.code),
            as_json=args.json,
            with_marks=args.marks,
            annotate=args.annotate,
            csv=args.csv,
            workers=args.workers,
            lang=args.lang,
        ),
    )


def _demo(args: argparse.Namespace) -> int:
    from companion import demo

    return demo.run(out=args.out, lang=args.lang)


def _serve(args: argparse.Namespace) -> int:
    # The pages stand above the command line, so they are looked up by name and only here.
    import importlib

    app = importlib.import_module("web").create_app()
    print(SERVING.fill(host=args.host, port=args.port)(args.lang))
    app.run(host=args.host, port=args.port)
    return ALL_READ


def _absent(args: argparse.Namespace) -> int:
    raise CompanionError(
        Text(
            en=f"companion {args.command} is not there yet; see companion --help for what is",
            ru=f"команды companion {args.command} пока нет; что есть, скажет companion --help",
        )
    )


# --- arguments ----------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong and where help is, and leaves."""
        print(f"{self.prog}: {message} ({self.prog} --help)", file=sys.stderr)
        raise SystemExit(UNUSABLE)


def _parser(lang: str) -> _Parser:
    parser = _Parser(prog="companion", description=ABOUT(lang), epilog=CODES(lang))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: Text) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=text(lang), description=text(lang))
        one.add_argument("--lang", choices=LANGUAGES, default=lang, help=LANG_HELP(lang))
        one.set_defaults(run=run)
        return one

    games = command(
        "games", _games, Text(en="list the games and their options", ru="список игр и параметров")
    )
    games.add_argument("--json", action="store_true")

    page = command("print", _print, Text(en="make a sheet as PDF", ru="сделать лист в PDF"))
    _add_game(page)
    page.add_argument("--paper", choices=("a4", "letter"), default="a4")
    page.add_argument("--out", type=Path, metavar="FILE.pdf")
    page.add_argument("--layout", type=Path, metavar="FILE.json")

    photos = command("read", _read, Text(en="read photos of played sheets", ru="прочитать фотографии листов"))
    photos.add_argument("photos", nargs="+", metavar="PHOTO", type=Path)
    photos.add_argument("--game", metavar="GAME")
    photos.add_argument("--set", action="append", default=[], metavar="name=value")
    photos.add_argument("--code", metavar="LETTERS", help=CODE_HELP(lang))
    photos.add_argument("--json", action="store_true")
    photos.add_argument("--marks", action="store_true")
    photos.add_argument("--annotate", type=Path, metavar="DIR")
    photos.add_argument("--csv", type=Path, metavar="FILE")
    photos.add_argument("--workers", type=int, metavar="N")

    for name, run, text in (
        ("judge", _judge, Text(en="problems, score, turn, outcome", ru="ошибки, счёт, чей ход, итог")),
        ("moves", _moves, Text(en="legal moves", ru="возможные ходы")),
        ("hint", _hint, Text(en="a good move and why", ru="хороший ход и почему")),
    ):
        one = command(name, run, text)
        _add_game(one)
        one.add_argument("notation", metavar="NOTATION|-", help=NOTATION_HELP(lang))
        one.add_argument("--json", action="store_true")

    serve = command("serve", _serve, Text(en="start the web page", ru="запустить веб-страницу"))
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000)

    demo = command(
        "demo", _demo, Text(en="print, pretend photo, read, score", ru="лист, снимок, чтение, счёт")
    )
    demo.add_argument("--out", type=Path, default=Path("out"), metavar="DIR")

    convert = command(
        "convert", _absent, Text(en="(not there yet) foreign formats", ru="(пока нет) чужие форматы")
    )
    convert.add_argument("rest", nargs=argparse.REMAINDER)
    bench = command("bench", _absent, Text(en="(not there yet) accuracy and speed", ru="(пока нет) точность"))
    bench.add_argument("rest", nargs=argparse.REMAINDER)
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--set", action="append", default=[], metavar="name=value")


def _game_and_options(args: argparse.Namespace) -> tuple[Game[Any, Any], Any]:
    game = catalog.find_game(args.game)
    return game, parse_options(game.options, [split_setting(one) for one in args.set])


def _game_and_position(args: argparse.Namespace) -> tuple[Game[Any, Any], Any]:
    game, options = _game_and_options(args)
    text = sys.stdin.read() if args.notation == "-" else args.notation
    if not text.strip():
        raise NotationError(
            Text(
                en="the notation is empty; expected one line or a board picture",
                ru="запись пуста; нужна одна строка или картинка поля",
            )
        )
    if notation.is_picture(text):
        return game, game.parse_board(text, options)
    return game, game.parse(text.strip(), options)


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


def _position_json(game: Game[Any, Any], position: Any) -> dict[str, Any]:
    return {"game": game.name, "position": str(position), "turn": game.player_key(position.turn)}


def _say_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))


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
CODE_HELP = Text(
    en="the letters printed on the sheet, if the photo does not show them", ru="буквы кода с листа"
)
NOTATION_HELP = Text(
    en="one-line notation, or - to read it or a board picture from standard input",
    ru="запись в одну строку или - (запись или картинка поля со стандартного ввода)",
)
PRINTED = Text(
    en="Sheet {serial} written to {path}\nPrint it at 100 % (actual size), one-sided; the ruler at the edge "
    "must measure 100 mm.",
    ru="Лист {serial} записан в {path}\nПечатайте в масштабе 100 %, с одной стороны; линейка у края должна "
    "быть 100 мм.",
)
SERVING = Text(
    en="Open http://{host}:{port} in a browser; stop with Ctrl+C.",
    ru="Откройте http://{host}:{port} в браузере; остановить - Ctrl+C.",
)
INTERRUPTED = Text(en="stopped", ru="остановлено")

if __name__ == "__main__":
    sys.exit(main())
