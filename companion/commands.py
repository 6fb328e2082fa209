"""What each command of the command line does. Everything heavy is loaded by the command that needs it."""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import Any

from companion import catalog, notation
from companion.errors import CompanionError, NotationError, OptionError
from companion.game import Game
from companion.options import describe, parse_options, split_setting
from companion.text import Text

ALL_READ, PROBLEMS_FOUND, UNUSABLE = 0, 1, 2
"""Exit codes: all well; problems found on the paper; a photo or an argument could not be used."""


def list_games(args: argparse.Namespace) -> int:
    """Lists the games and their options."""
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


def print_sheet(args: argparse.Namespace) -> int:
    """Makes a sheet as PDF, and its layout as JSON if asked."""
    from companion import press

    game, options = _game_and_options(args)
    sheet = press.make_sheet(game, options, paper=args.paper, lang=args.lang)
    target = press.write_sheet(sheet, args.out or press.default_path(game.name), args.layout)
    print(PRINTED.fill(path=target, serial=sheet.serial)(args.lang))
    return ALL_READ


def print_cards(args: argparse.Namespace) -> int:
    """Makes the page of marker cards as PDF."""
    from companion import press

    cards = press.make_cards(paper=args.paper, lang=args.lang)
    target = press.write_sheet(cards, args.out or press.default_path("cards"))
    print(CARDS_PRINTED.fill(path=target)(args.lang))
    return ALL_READ


def judge_position(args: argparse.Namespace) -> int:
    """Says problems, score, turn and outcome of a position."""
    from companion import referee

    game, position = _game_and_position(args)
    report = referee.judge(game, position)
    if args.json:
        _say_json(report.to_json(args.lang))
    else:
        print(report.to_text(args.lang))
    return PROBLEMS_FOUND if report.has_problems else ALL_READ


def list_moves(args: argparse.Namespace) -> int:
    """Lists the legal moves of a position."""
    from companion import referee

    game, position = _game_and_position(args)
    moves = position.moves()
    if args.json:
        _say_json(_position_json(game, position) | {"moves": [list(move) for move in moves]})
    else:
        print(referee.moves_text(game, position, moves)(args.lang))
    return ALL_READ


def give_hint(args: argparse.Namespace) -> int:
    """Says a good move and why."""
    from companion import referee

    game, position = _game_and_position(args)
    hint = game.hint(position)
    if args.json:
        _say_json(_position_json(game, position) | {"hint": referee.hint_json(game, hint, args.lang)})
    else:
        print(referee.hint_text(game, position, hint)(args.lang))
    return ALL_READ


def convert_games(args: argparse.Namespace) -> int:
    """Reads games in one format and writes them in another."""
    from companion import formats

    game, options = _game_and_options(args)
    positions = formats.read_games(game, options, args.source, formats.load(args.file))
    text = formats.write_games(game, args.target, positions)
    if args.out is None:
        print(text, end="" if text.endswith("\n") else "\n")
    else:
        formats.save(text, args.out)
    return ALL_READ


def ask_game(args: argparse.Namespace) -> int:
    """Puts one of a game's questions; without one, lists them."""
    from companion import questions, referee

    game, options = _game_and_options(args)
    if args.question is None:
        for name, question in game.questions.items():
            print(f"{name:<12}  {question.title(args.lang)}")
            for word, text in question.words.items():
                print(f"{'':<12}    {word}=...  {text(args.lang)}")
        return ALL_READ
    question = questions.find_question(game, args.question)
    inputs, words = questions.split_words(question, args.inputs)
    texts = [sys.stdin.read() if one == "-" else one for one in inputs]
    sources = [questions.read_source(game, text, options, are_set=bool(args.set)) for text in texts]
    answer = questions.ask(question, sources, options, words, args.seed)
    reports = [(source.name, source.report) for source in sources if source.report is not None]
    if args.json:
        _say_json(
            {"game": game.name, "question": args.question}
            | dict(answer.data)
            | {"problems": [referee.problem_json(problem, args.lang) for problem in answer.problems]}
            | {"text": [line(args.lang) for line in answer.lines]}
            | {"doubtful": [referee.doubts_json(report) for _, report in reports]}
        )
    else:
        for line in (*answer.lines, *referee.problem_lines(answer.problems)):
            print(line(args.lang))
        for name, report in reports:
            for line in referee.doubt_lines(report):
                print(f"{name}: {line(args.lang)}")
    return PROBLEMS_FOUND if answer.has_problems else ALL_READ


def read_photos(args: argparse.Namespace) -> int:
    """Reads photos of played sheets."""
    from companion import batch
    from companion.found import Wanted

    game = catalog.find_game(args.game) if args.game else None
    settings = [split_setting(one) for one in args.set]
    if game is None and settings:
        raise OptionError(
            Text(
                en="--set needs --game: options belong to a game",
                ru="для --set нужен --game: параметры есть у игры",
            )
        )
    if args.resume and args.csv is None:
        raise OptionError(
            Text(
                en="--resume needs --csv: it goes on with that table",
                ru="для --resume нужен --csv: продолжается эта таблица",
            )
        )
    options = parse_options(game.options, settings) if game and settings else None
    return batch.read_photos(
        args.photos,
        batch.Settings(
            wanted=Wanted(game, options, args.code, _field_px(args.field)),
            as_json=args.json,
            with_marks=args.marks,
            annotate=args.annotate,
            csv=args.csv,
            workers=args.workers,
            lang=args.lang,
            is_resumed=args.resume,
        ),
    )


def _field_px(text: str | None) -> tuple[float, float, float, float] | None:
    """Left, top, width and height from `X,Y,W,H`. Raises `OptionError`."""
    if text is None:
        return None
    parts = text.split(",")
    try:
        left, top, width, height = (float(part) for part in parts)
    except ValueError:
        left = top = width = height = 0.0
    if width <= 0 or height <= 0 or not all(map(math.isfinite, (left, top, width, height))):
        raise OptionError(
            Text(
                en=f"--field {text!r} is no field; give X,Y,W,H in pixels of the upright photo, as 200,150,900,900",
                ru=f"--field {text!r} - не поле; укажите X,Y,W,H в пикселях снимка, например 200,150,900,900",
            )
        )
    return left, top, width, height


def run_demo(args: argparse.Namespace) -> int:
    """Tells the whole story: print, pretend photo, read, score."""
    from companion import demo

    return demo.run(out=args.out, lang=args.lang)


def serve_pages(args: argparse.Namespace) -> int:
    """Starts the web pages."""
    # The pages stand above the command line, so they are looked up by name and only here.
    import importlib

    def say() -> None:
        host = _address_of(args.host)
        print(SERVING.fill(host=host, port=args.port)(args.lang), flush=True)
        if host in LOCAL_ONLY:
            print(FOR_PHONES(args.lang), flush=True)

    importlib.import_module("web.server").serve(args.host, args.port, say)
    return ALL_READ


def _address_of(host: str) -> str:
    """Under which name a browser finds a server that listens there; "everywhere" is no address to type."""
    if host in ("0.0.0.0", "::"):
        import socket

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            try:
                # Nothing is sent: which of our addresses would be used is enough.
                line.connect(("192.0.2.1", 9))
                host = line.getsockname()[0]
            except OSError:
                host = socket.gethostname()
    return f"[{host}]" if ":" in host else host


def run_bench(args: argparse.Namespace) -> int:
    """Measures how well and how fast photos are read."""
    from companion.bench import run

    setting = tuple(split_setting(one) for one in args.set)
    if setting:
        if len(args.games) != 1:
            raise CompanionError(ONE_GAME)
        parse_options(catalog.find_game(args.games[0]).options, setting)
    return run.run(
        run.Settings(
            photos=args.photos,
            games=tuple(args.games),
            levels=tuple(args.levels),
            count=args.count,
            first_seed=args.first_seed,
            workers=args.workers,
            is_recorded=args.record,
            as_json=args.json,
            is_verbose=args.verbose,
            lang=args.lang,
            setting=setting,
        )
    )


ONE_GAME = Text(
    en="--set sets options of one game; name it with --games",
    ru="--set задаёт параметры одной игры; назовите её в --games",
)


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


def _position_json(game: Game[Any, Any], position: Any) -> dict[str, Any]:
    return {"game": game.name, "position": str(position), "turn": game.player_key(position.turn)}


def _say_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))


PRINTED = Text(
    en="Sheet {serial} written to {path}\nPrint it at 100 % (actual size), one-sided; the ruler at the edge "
    "must measure 100 mm.",
    ru="Лист {serial} записан в {path}\nПечатайте в масштабе 100 %, с одной стороны; линейка у края должна "
    "быть 100 мм.",
)
CARDS_PRINTED = Text(
    en="Marker cards written to {path}\nPrint them at 100 % (actual size) and cut them out.",
    ru="Карточки с метками записаны в {path}\nНапечатайте в масштабе 100 % и вырежьте.",
)
LOCAL_ONLY = ("127.0.0.1", "localhost", "[::1]")
FOR_PHONES = Text(
    en="Only this computer can open it; phones in your network can with: companion serve --host 0.0.0.0",
    ru="Страницу видит только этот компьютер; чтобы её открыли телефоны в вашей сети: "
    "companion serve --host 0.0.0.0",
)
SERVING = Text(
    en="Open http://{host}:{port} in a browser; stop with Ctrl+C.",
    ru="Откройте http://{host}:{port} в браузере; остановить — Ctrl+C.",
)
