"""The printed page of barriers: large pale cells with a dot in the middle of each, where lines begin and end."""

from __future__ import annotations

from companion.games.barriers.options import BarriersOptions
from companion.games.barriers.paper import BOARD
from companion.options import render_options
from printables.boards import LETTER_ROOM_MM, cells_board
from printables.compose import Edition
from printables.layout import Ask, Board, Disc, Grid, Shape, Sheet, Tone
from printables.marks import Kind, Symbol
from printables.one_board import Beside, Wanted, one_board
from printables.panels import PlayerRow
from printables.paper import paper_named
from printables.pens import FRAME_GAP, FRAME_WIDTH
from printables.words import WORDS, checked_lang

LARGEST_PITCH_MM = 18.0
DOT_MM = 0.5
"""Radius of the dot in the middle of a cell."""

TITLE = {"ru": "Заграждения", "en": "Barriers"}
SUBTITLE = {"ru": "поле {0}×{1} клеток", "en": "field of {0}×{1} cells"}
LINE = {
    "any": {
        "ru": "По очереди проводите линию через две свободные соседние клетки, от точки до точки, не наискосок.",
        "en": "Take turns to draw a line over two free neighbouring cells, from dot to dot, never slanting.",
    },
    "split": {
        "ru": "По очереди проводите линию через две свободные клетки: кто начал — стоячую, другой — лежачую.",
        "en": "Take turns to draw a line over two free cells from dot to dot: who began down, the other across.",
    },
}
TOUCH = {
    "cells": {"ru": "Одна линия не задевает другую.", "en": "No line meets another."},
    "edge": {
        "ru": "Клетки рядом с линией (по стороне) заняты тоже.",
        "en": "Cells side by side with a line are taken too.",
    },
    "all": {
        "ru": "Клетки вокруг линии заняты тоже, и по углам.",
        "en": "Cells round a line, corners too, are taken as well.",
    },
}
END = {
    False: {"ru": "Кому ходить некуда — проиграл.", "en": "Who cannot draw a line loses."},
    True: {"ru": "Кому ходить некуда — выиграл.", "en": "Who cannot draw a line wins."},
}
PENS = {"ru": "У каждого свой цвет", "en": "Each in his own colour"}
NAMES = {"ru": ("игрок A", "игрок B"), "en": ("player A", "player B")}


def sheet(
    options: BarriersOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    columns, rows = options.size
    edition = Edition(
        game="barriers",
        title=TITLE[lang],
        subtitle=SUBTITLE[lang].format(columns, rows),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    ask = Ask(Kind.BAR, (Symbol.LINE,), (0, 1) if options.pens == "two" else (0,))
    frame = FRAME_GAP[Grid.CELLS] + FRAME_WIDTH[Grid.CELLS] / 2
    room = (LETTER_ROOM_MM, LETTER_ROOM_MM, frame, frame)
    wanted = Wanted(BOARD, Grid.CELLS, columns, rows, (ask,), LARGEST_PITCH_MM, room)
    words = WORDS[lang]
    players = [
        PlayerRow(player, None, words.mark, NAMES[lang][player], words.begins, None) for player in (0, 1)
    ]
    told = [table[lang] for table in (LINE[options.direction], TOUCH[options.touch], END[options.misere])]
    agreements = [PENS[lang]] if options.pens == "two" else []
    return one_board(edition, paper_named(paper), wanted, _printed, Beside(players, told, agreements))


def _printed(board: Board) -> tuple[Shape, ...]:
    """The cells with their chess labels, and their dots."""
    letters = [chr(ord("a") + column) for column in range(board.columns)]
    numbers = [str(board.rows - row) for row in range(board.rows)]
    dots = [
        Disc(board.centre_mm((x, y)), DOT_MM, 0.0, Tone.GUIDE)
        for y in range(board.rows)
        for x in range(board.columns)
    ]
    return (*cells_board(board, letters, numbers), *dots)
