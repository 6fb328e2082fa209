"""The page of marker cards: inside the printable part, white round every tag, ids that no sheet has."""

from __future__ import annotations

import pytest

from printables.cards import WHITE_MM, cards_page
from printables.errors import PrintError
from printables.fiducials import CARD_IDS, CARD_TAG_MM, TAG_BITS, TAG_MODULES, tag_box, tags
from printables.layout import Sheet
from printables.paper import EDGE_MM, PAPERS, Orientation, Page
from tests.printables.test_sheets import box_of, grown, meet


@pytest.fixture(params=[(paper, lang) for paper in PAPERS for lang in ("en", "ru")], ids=str)
def cards(request: pytest.FixtureRequest) -> Sheet:
    paper, lang = request.param
    return cards_page(Page(paper, Orientation.PORTRAIT), lang)


def test_nothing_is_printed_near_the_edge(cards: Sheet) -> None:
    width, height = cards.page_mm
    for shape in cards.shapes:
        left, top, right, bottom = box_of(shape)
        assert left >= EDGE_MM and top >= EDGE_MM, shape
        assert right <= width - EDGE_MM and bottom <= height - EDGE_MM, shape


def test_tags_are_alike_and_white_all_round(cards: Sheet) -> None:
    assert WHITE_MM > 2 * CARD_TAG_MM / TAG_MODULES
    for tag in cards.tags:
        left, top, right, bottom = tag_box(tag)
        assert (right - left, bottom - top) == pytest.approx((CARD_TAG_MM, CARD_TAG_MM))
        white = grown(tag_box(tag), 2 * CARD_TAG_MM / TAG_MODULES)
        assert len([shape for shape in cards.shapes if meet(white, box_of(shape))]) == 1


def test_no_sheet_has_the_ids_of_cards(cards: Sheet) -> None:
    sheets = {tag.id for paper in PAPERS for way in Orientation for tag in tags(Page(paper, way))}
    assert {tag.id for tag in cards.tags} == set(CARD_IDS)
    assert not sheets & set(CARD_IDS)
    assert len(TAG_BITS) == CARD_IDS[-1] + 1


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(PrintError, match="unknown language"):
        cards_page(Page(PAPERS[0], Orientation.PORTRAIT), "xx")
