"""A sheet's identity survives all three tellings, and damage to each of them."""

from __future__ import annotations

import random
import string

import cv2
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printables.errors import CodeError
from printables.fiducials import (
    STRIP_COLUMNS,
    STRIP_ROWS,
    TAG_BITS,
    TAG_MODULES,
    strip_box,
    strip_modules,
    strip_payload,
    tag_rows,
    tags,
)
from printables.identity import (
    LANGS,
    Identity,
    SheetCode,
    game_hash,
    parse_qr,
    qr_link,
    qr_text,
    serial_number,
    serial_text,
    typed_code,
    typed_payload,
)
from printables.paper import A4, LETTER, PAPERS, Orientation, Page

PAGES = [Page(paper, orientation) for paper in PAPERS for orientation in Orientation]
payloads = st.binary(min_size=12, max_size=12)
identities = st.builds(
    Identity,
    game_hash=st.integers(0, 2**16 - 1),
    options=st.integers(0, 2**48 - 1),
    serial=st.integers(0, 2**24 - 1),
    page=st.sampled_from(PAGES),
    lang=st.sampled_from(LANGS),
)
words = st.text("abcdefghijklmnopqrstuvwxyz_ABCXYZ0123456789,+-.$%*: яЁ", min_size=1, max_size=12)
sheet_codes = st.builds(
    SheetCode,
    game=words,
    options=st.lists(st.tuples(words, words), max_size=3).map(tuple),
    page=st.sampled_from(PAGES),
    lang=st.sampled_from(LANGS),
    serial=st.integers(0, 2**24 - 1).map(serial_text),
    options_code=st.none() | st.integers(0, 2**48 - 1),
)


def test_tags_are_those_of_the_dictionary() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    for tag_id in range(len(TAG_BITS)):
        image = cv2.aruco.generateImageMarker(dictionary, tag_id, TAG_MODULES)
        assert tag_rows(tag_id) == tuple("".join(".#"[int(pixel < 128)] for pixel in row) for row in image)


def test_each_paper_has_its_own_ids_clockwise_from_the_top_left() -> None:
    assert [tag.id for tag in tags(Page(A4, Orientation.LANDSCAPE))] == list(range(8))
    letter = tags(Page(LETTER, Orientation.PORTRAIT))
    assert [tag.id for tag in letter] == list(range(8, 16))
    assert letter[0].corners_mm == ((10, 10), (22, 10), (22, 22), (10, 22))
    assert letter[4].corners_mm[2] == pytest.approx((205.9, 269.4))


@given(identities)
def test_identity_becomes_twelve_bytes_and_back(identity: Identity) -> None:
    payload = identity.payload()
    assert len(payload) == 12
    assert Identity.from_payload(payload) == identity


def test_bytes_of_another_version_are_no_identity() -> None:
    payload = bytearray(Identity(1, 2, 3, PAGES[0], "ru").payload())
    payload[8] ^= 0b1100_0000
    assert Identity.from_payload(bytes(payload)) is None


def test_games_have_different_hashes() -> None:
    names = ["dots", "sea_battle", "tic_tac_toe", "five_in_a_row", "dots_and_boxes", "balda", "hangman"]
    assert len({game_hash(name) for name in names}) == len(names)


@given(payloads, st.data())
def test_strip_mends_two_bad_bytes(payload: bytes, data: st.DataObject) -> None:
    rows = strip_modules(payload)
    assert (len(rows), len(rows[0])) == (STRIP_ROWS, STRIP_COLUMNS)
    assert strip_payload(rows) == payload
    bad = data.draw(st.lists(st.integers(0, 15), max_size=2, unique=True))
    assert strip_payload(damaged(rows, bad)) == payload


@given(payloads, st.lists(st.integers(0, 15), max_size=4, unique=True))
def test_strip_mends_four_doubtful_bytes(payload: bytes, bad: list[int]) -> None:
    rows = damaged(strip_modules(payload), bad)
    assert strip_payload(rows, [(2 * byte, 0) for byte in bad]) == payload


def damaged(rows: tuple[str, ...], bad: list[int]) -> list[str]:
    return [
        "".join(
            ("." if module == "#" else "#") if column // 2 in bad else module
            for column, module in enumerate(row)
        )
        for row in rows
    ]


@pytest.mark.parametrize("module", [".", "#"])
def test_a_blank_strip_says_nothing(module: str) -> None:
    assert strip_payload([module * STRIP_COLUMNS] * STRIP_ROWS) is None


def test_noise_seldom_passes_for_a_strip() -> None:
    chance = random.Random(7)
    noise = ["".join(chance.choice(".#") for _ in range(STRIP_COLUMNS)) for _ in range(400 * STRIP_ROWS)]
    strips = [noise[i : i + STRIP_ROWS] for i in range(0, len(noise), STRIP_ROWS)]
    assert sum(strip_payload(strip) is not None for strip in strips) <= 6


@pytest.mark.parametrize("page", PAGES)
def test_strip_stands_between_the_first_two_tags(page: Page) -> None:
    first, second, *_ = tags(page)
    left, top, right, bottom = strip_box(page)
    assert first.corners_mm[1][0] + 4 < left < right < second.corners_mm[0][0] - 4
    assert first.corners_mm[0][1] < top < bottom < first.corners_mm[2][1]


@given(payloads)
def test_typed_code_round_trip(payload: bytes) -> None:
    assert typed_payload(typed_code(payload)) == payload


def test_typed_code_of_plain_options_is_short_and_forgives() -> None:
    payload = Identity(game_hash("dots"), 0, 12345, PAGES[0], "ru").payload()
    code = typed_code(payload)
    assert len(code) == len("XXXX-XXXX-XXXX")
    sloppy = f" {code.lower()} ".replace("-", " ").replace("0", "o").replace("1", "l")
    assert typed_payload(sloppy) == payload


@given(payloads, st.integers(0, 40), st.sampled_from(string.ascii_uppercase + string.digits))
def test_a_mistyped_letter_is_noticed(payload: bytes, place: int, letter: str) -> None:
    code = typed_code(payload)
    assume(place < len(code) and code[place] != "-")
    typed = code[:place] + letter + code[place + 1 :]
    if letter == "U":
        with pytest.raises(CodeError):
            typed_payload(typed)
        return
    try:
        read = typed_payload(typed)
    except CodeError:
        return
    assert read == payload


@given(st.integers(0, 2**24 - 1))
def test_serial_round_trip(serial: int) -> None:
    assert len(serial_text(serial)) == 5
    assert serial_number(serial_text(serial)) == serial


@given(sheet_codes)
def test_qr_text_round_trip_bare_and_as_link(code: SheetCode) -> None:
    text = qr_text(code)
    assert set(text) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    assert parse_qr(text) == code
    assert parse_qr(qr_link(text, "https://games.example.org/")) == code


def test_qr_text_reads_like_words() -> None:
    code = SheetCode("dots", (("size", "20x20"),), Page(A4, Orientation.LANDSCAPE), "ru", "K3QX9")
    text = qr_text(code)
    assert text.startswith("PG1*DOTS*A4L*RU*SIZE:20X20*K3QX9*")
    assert qr_link(text, "https://games.example.org") == f"HTTPS://GAMES.EXAMPLE.ORG/S/{text}"


@pytest.mark.parametrize(
    "text", ["", "HELLO", "PG1*DOTS*A4L*RU*K3QX9*00", "https://example.org/s/abc", "***" * 9]
)
def test_other_qr_codes_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(CodeError) as caught:
        parse_qr(text)
    assert "\n" not in str(caught.value)
