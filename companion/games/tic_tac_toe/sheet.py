"""The printed page of tic-tac-toe: several small grids, each a game of its own."""

from __future__ import annotations

from companion.games.tic_tac_toe.options import TicTacToeOptions
from companion.options import render_options
from printables.boards import board_room, cells_board
from printables.compose import Composer, Edition
from printables.layout import (
    Anchor,
    Ask,
    Board,
    BoxMm,
    Grid,
    PointMm,
    Purpose,
    Sheet,
)
from printables.marks import Kind, Symbol
from printables.notes import edge_notes, rules
from printables.panels import (
    CAPTION_MM,
    FOOT_MM,
    PlayerRow,
    footer,
    player_rows,
    qr_at_right,
)
from printables.paper import Orientation, Page, paper_named
from printables.pens import sign_shapes
from printables.typeset import CAP_HEIGHT
from printables.words import checked_lang

GRIDS = 4
"""Unless a longer or shorter series is asked for."""
LARGEST_GRID_MM = 84.0
HEADER_MM = 11.0
"""Over each grid: its number and who begins."""
GUTTER_MM = 9.0
ROW_GAP_MM = 4.0
MARGIN_MM = 31.5
"""From the paper's left and right edges to the outer grids."""
FOOT_GAP_MM = 5.0
TICK_BOX_MM = 6.0
NUMBER_MM = 5.0
SIGN_MM = 1.8
"""Half the size of the little cross and nought beside a box."""
ASKS = (Ask(Kind.CELL, (Symbol.CROSS, Symbol.NOUGHT), is_by_sign=True),)
SIGNS = (Symbol.CROSS, Symbol.NOUGHT)

TITLE = {"ru": "Крестики-нолики", "en": "Tic-tac-toe"}
SUBTITLE = {"ru": "поле {size}×{size}, в ряд {win}", "en": "{size}×{size} cells, {win} in a row"}
BEGINS = {"ru": "начинает", "en": "begins"}
MARK = {"ru": ("крестик, три раза", "нолик, три раза"), "en": ("cross, three times", "nought, three times")}
TOTAL = {"ru": "всего побед", "en": "wins"}
RULES = {
    "ru": (
        "По очереди ставьте свой знак в свободную клетку. Начинают {first}.",
        "Кто поставил {win} своих знака в ряд, в столбец или наискосок, выиграл. Ряда нет — ничья.",
        "Ошиблись? Не исправляйте, начните новую игру.",
    ),
    "en": (
        "Take turns to put your sign into a free cell. {first} go first.",
        "{win} of your signs in a row, column or diagonal win. No such line: a draw.",
        "Made a slip? Do not correct it, start a new game.",
    ),
}
FIRST = {"ru": {"X": "крестики", "O": "нолики"}, "en": {"X": "Crosses", "O": "Noughts"}}


def sheet(
    options: TicTacToeOptions, *, paper: str, lang: str, serial: int | str, options_code: int = 0
) -> Sheet:
    """The page for these options; `serial` is the print's number or its five letters."""
    checked_lang(lang)
    page = Page(paper_named(paper), Orientation.PORTRAIT)
    facts = {"size": options.size, "win": options.win}
    edition = Edition(
        game="tic_tac_toe",
        title=TITLE[lang],
        subtitle=SUBTITLE[lang].format(**facts),
        lang=lang,
        serial=serial,
        options_code=options_code,
        option_pairs=render_options(options),
    )
    composer = Composer(page, edition)
    foot = footer(composer, MARGIN_MM, FOOT_MM)
    _put_grids(composer, options, foot[1])
    _put_footer(
        composer, foot, [text.format(first=FIRST[lang][options.first], **facts) for text in RULES[lang]]
    )
    edge_notes(composer)
    return composer.sheet()


def _put_grids(composer: Composer, options: TicTacToeOptions, bottom: float) -> None:
    """Spread the grids over the page: two columns flush with the margins, or one in the middle."""
    count = options.series if options.series > 1 else GRIDS
    columns = 1 if count <= 2 else 2
    rows = -(-count // columns)
    top, width = composer.content_mm[1], composer.page.width_mm - 2 * MARGIN_MM
    height = bottom - FOOT_GAP_MM - top
    cell = _cell_mm(
        options.size, (width + GUTTER_MM) / columns - GUTTER_MM, height / rows - HEADER_MM - ROW_GAP_MM
    )
    side = cell * options.size
    space = (height - rows * (HEADER_MM + side)) / (rows + 1)
    for index in range(count):
        x = (composer.page.width_mm - side) / 2 if columns == 1 else MARGIN_MM + index % 2 * (width - side)
        y = top + space + index // columns * (HEADER_MM + side + space) + HEADER_MM
        _put_grid(composer, index, (round(x, 2), round(y, 2)), cell, options.size)


def _cell_mm(size: int, width: float, height: float) -> float:
    """The side of a cell in half millimetres, so that a grid fits a width and a height."""
    return int(min(width, height, LARGEST_GRID_MM) / size * 2) / 2


def _put_grid(composer: Composer, index: int, origin: PointMm, cell: float, size: int) -> None:
    board = Board(str(index + 1), Grid.CELLS, origin, cell, size, size, ASKS, group=index)
    composer.board(board, cells_board(board), board_room(board, has_labels=False))
    _put_header(composer, board, index)


def _put_header(composer: Composer, board: Board, index: int) -> None:
    """The game's number at the left, a tick box per sign at the right."""
    lang = composer.edition.lang
    left, top, right, _ = board.box_mm
    baseline = top - 3.1
    composer.text(board.name, (left, baseline), NUMBER_MM, is_bold=True)
    x = right
    for player in (1, 0):
        box = (x - TICK_BOX_MM, top - 8.0, x, top - 8.0 + TICK_BOX_MM)
        composer.legend(player, Purpose.BEGINS, box, group=index)
        middle = (box[0] - SIGN_MM - 1.4, (box[1] + box[3]) / 2)
        x = middle[0] - SIGN_MM
        composer.drawing(
            "sign", (x, box[1], middle[0] + SIGN_MM, box[3]), sign_shapes(SIGNS[player], middle, SIGN_MM)
        )
        x -= 2.2
    composer.text(
        BEGINS[lang],
        (x, top - 8.0 + TICK_BOX_MM / 2 + CAPTION_MM * CAP_HEIGHT / 2),
        CAPTION_MM,
        anchor=Anchor.END,
    )


def _put_footer(composer: Composer, foot: BoxMm, paragraphs: list[str]) -> None:
    lang = composer.edition.lang
    left, top, right, bottom = qr_at_right(composer, foot)
    rows = [
        PlayerRow(player, None, MARK[lang][player], composer.edition.words.name, None, TOTAL[lang])
        for player in (0, 1)
    ]
    taken = player_rows(composer, (left, top), right - left, rows)
    rules(composer, (left, top + taken + 4.0, right, bottom), paragraphs)
