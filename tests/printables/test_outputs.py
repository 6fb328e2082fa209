"""PDF, SVG and JSON tell the same sheet."""

from __future__ import annotations

import json
import stat
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
import zxingcpp

from companion.games.dots.options import DotsOptions
from companion.options import pack_options
from printables.errors import OutputError, PrintError
from printables.identity import parse_qr
from printables.layout import Board, CodeForm, Grid, Label, Pattern, Sheet
from printables.layout_json import layout
from printables.marks import Kind, Mark, Symbol
from printables.pdf import pdf_bytes, write_pdf
from printables.pens import strokes
from printables.svg import sheet_svg
from printables.typeset import BOLD, REGULAR, width_mm, wrap
from tests.printables.sheets import make_sheet

PX_PER_MM = 4.0


def rendered(sheet: Sheet) -> Any:
    page = pypdfium2.PdfDocument(pdf_bytes(sheet))[0]
    return page.render(scale=PX_PER_MM * 25.4 / 72, grayscale=True).to_numpy().squeeze()


def test_pdf_has_the_page_size_and_is_not_to_be_scaled(plain_sheet: Sheet) -> None:
    content = pdf_bytes(plain_sheet)
    document = pypdfium2.PdfDocument(content)
    assert len(document) == 1
    assert document[0].get_size() == pytest.approx([mm * 72 / 25.4 for mm in plain_sheet.page_mm], abs=0.01)
    assert b"/PrintScaling /None" in content
    assert pdf_bytes(plain_sheet) == content


def test_several_sheets_make_several_pages(tmp_path: Path) -> None:
    path = write_pdf([make_sheet("dots"), make_sheet("tic_tac_toe", paper="letter")], tmp_path / "sheets.pdf")
    document = pypdfium2.PdfDocument(path)
    assert [round(page.get_width() / 72 * 25.4) for page in document] == [297, 216]
    assert stat.S_IMODE(path.stat().st_mode) & 0o444
    assert [file.name for file in tmp_path.iterdir()] == ["sheets.pdf"]


def test_qr_code_is_read_from_the_page(plain_sheet: Sheet) -> None:
    found = zxingcpp.read_barcodes(rendered(plain_sheet))
    assert [code.text for code in found] == [c.text for c in plain_sheet.codes if c.form is CodeForm.QR]
    assert parse_qr(found[0].text).serial == plain_sheet.serial


def test_tags_and_strip_are_on_the_page_where_the_sheet_says(plain_sheet: Sheet) -> None:
    image = rendered(plain_sheet)
    for pattern in (shape for shape in plain_sheet.shapes if isinstance(shape, Pattern)):
        left, top, right, bottom = pattern.box
        for y, row in enumerate(pattern.rows):
            for x, module in enumerate(row):
                px = (left + (x + 0.5) * (right - left) / len(row)) * PX_PER_MM
                py = (top + (y + 0.5) * (bottom - top) / len(pattern.rows)) * PX_PER_MM
                assert (image[int(py), int(px)] < 128) == (module == "#")


def test_with_a_public_address_the_qr_code_is_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "https://games.example.org")
    sheet = make_sheet("sea_battle", alphabet="latin")
    found = zxingcpp.read_barcodes(rendered(sheet))[0].text
    assert found.startswith("HTTPS://GAMES.EXAMPLE.ORG/S/PG1*")
    assert parse_qr(found).options == (("alphabet", "latin"),)
    monkeypatch.setenv("COMPANION_PUBLIC_URL", "https://" + "long" * 60 + ".org")
    with pytest.raises(PrintError, match="shorter address"):
        make_sheet("sea_battle")


def test_many_options_go_into_the_qr_code_as_a_number() -> None:
    settings: dict[str, Any] = {
        "size": (20, 20),
        "start": "empty",
        "extra_move": True,
        "grounding": "immune_groups",
        "win_at": 7,
    }
    sheet = make_sheet("dots", **settings)
    code = parse_qr(zxingcpp.read_barcodes(rendered(sheet))[0].text)
    assert code.options == ()
    assert code.options_code == pack_options(DotsOptions(**settings))


@pytest.mark.parametrize("where", ["missing/sheet.pdf", "file/sheet.pdf", "."])
def test_an_unwritable_path_is_one_line_and_leaves_nothing(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError) as caught:
        write_pdf(make_sheet("tic_tac_toe"), tmp_path / where)
    assert "\n" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_svg_is_well_formed_and_has_all_texts(sheet: Sheet) -> None:
    root = ET.fromstring(sheet_svg(sheet))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == [shape.text for shape in sheet.shapes if isinstance(shape, Label)]


def test_svg_of_one_board_shows_its_marks_only() -> None:
    sheet = make_sheet("sea_battle")
    marks = [
        Mark("own", Kind.CELL, (0, 0), Symbol.FILLED, 0),
        Mark("own", Kind.OUTLINE, ((0, 0), (1, 0)), Symbol.LINE, 0),
        Mark("target", Kind.CELL, (9, 9), Symbol.CROSS, 1),
    ]
    root = ET.fromstring(sheet_svg(sheet, marks, board="own"))
    classes = [group.get("class", "") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert [name for name in classes if name.startswith("mark")] == [
        "mark filled player-0",
        "mark line player-0",
    ]
    assert float(root.get("width", "0mm")[:-2]) < 120


@pytest.mark.parametrize(("grid", "kind"), [(Grid.POINTS, Kind.POINT), (Grid.CELLS, Kind.CELL)])
@pytest.mark.parametrize("symbol", list(Symbol))
def test_every_sign_is_drawn_inside_its_spot(grid: Grid, kind: Kind, symbol: Symbol) -> None:
    board = Board("b", grid, (0.0, 0.0), 5.0, 9, 9, ())
    if symbol is Symbol.LINE:
        kind, at = Kind.CHAIN, ((4, 4), (5, 5))
        drawn = strokes(Mark("b", kind, at, symbol, 0), board)
        assert drawn[0].points == ((20.0, 20.0), (25.0, 25.0))
        return
    drawn = strokes(Mark("b", kind, (4, 4), symbol, 1), board)
    assert (drawn == ()) == (symbol is Symbol.NOTHING)
    x, y = board.centre_mm((4, 4))
    for stroke in drawn:
        for px, py in stroke.points:
            assert max(abs(px - x), abs(py - y)) + stroke.width / 2 <= 2.5


def test_layout_tells_the_sheet_in_json(sheet: Sheet) -> None:
    told = json.loads(json.dumps(layout(sheet)))
    assert set(told) == {"game", "options", "serial", "page_mm", "tags", "codes", "boards", "legends"}
    assert (told["game"], told["serial"], tuple(told["page_mm"])) == (sheet.game, sheet.serial, sheet.page_mm)
    assert told["options"] == dict(sheet.options)
    for board, told_board in zip(sheet.boards, told["boards"], strict=True):
        assert told_board["kind"] == board.grid.value
        assert told_board["origin_mm"] == pytest.approx(board.origin_mm)
        assert told_board["pitch_mm"] == pytest.approx(board.pitch_mm)
        assert (told_board["columns"], told_board["rows"]) == (board.columns, board.rows)
    for legend, told_legend in zip(sheet.legends, told["legends"], strict=True):
        assert (told_legend["player"], told_legend["purpose"]) == (legend.player, legend.purpose.value)
        assert told_legend["box_mm"] == pytest.approx(legend.box_mm, abs=1e-3)
    for tag, told_tag in zip(sheet.tags, told["tags"], strict=True):
        assert told_tag["id"] == tag.id
        assert np.allclose(told_tag["corners_mm"], tag.corners_mm)


def test_the_fonts_have_every_letter(sheet: Sheet) -> None:
    from reportlab.pdfbase.ttfonts import TTFontFile

    glyphs = {path: TTFontFile(str(path)).charToGlyph for path in (REGULAR, BOLD)}
    for shape in sheet.shapes:
        if isinstance(shape, Label):
            missing = {
                sign for sign in shape.text if ord(sign) not in glyphs[BOLD if shape.is_bold else REGULAR]
            }
            assert not missing, shape.text


def test_the_fonts_are_small_and_cover_russian() -> None:
    from reportlab.pdfbase.ttfonts import TTFontFile

    assert REGULAR.stat().st_size + BOLD.stat().st_size < 600_000
    needed = set("абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ0123456789«»—–№×…„“’")
    for path in (REGULAR, BOLD):
        assert not {sign for sign in needed if ord(sign) not in TTFontFile(str(path)).charToGlyph}


def test_lines_break_between_words_but_not_before_a_dash() -> None:
    lines = wrap("точка — мимо, крест — попал", 3.0, 30.0)
    assert all(width_mm(line, 3.0) <= 30.0 for line in lines)
    assert not [line for line in lines if line.startswith("—")]
    assert " ".join(lines).replace("\u00a0", " ") == "точка — мимо, крест — попал"


def test_all_papers_make_different_codes() -> None:
    codes = {
        code.text
        for game, paper, lang in product(
            ("dots", "sea_battle", "tic_tac_toe"), ("a4", "letter"), ("ru", "en")
        )
        for code in make_sheet(game, paper=paper, lang=lang).codes
    }
    assert len(codes) == 3 * 2 * 2 * 3
