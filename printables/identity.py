"""Which print a sheet is, in three tellings: bytes for the code strip, letters to type, text for the QR code.

The strip and the typed letters carry the same 12 bytes (`Identity`); the QR code says it in words
(`SheetCode`) that a person can read too. All of them carry check digits.
"""

from __future__ import annotations

import binascii
import re
import zlib
from dataclasses import dataclass
from urllib.parse import quote, unquote

from printables.errors import CodeError
from printables.paper import PAPERS, Orientation, Page

VERSION = 1
"""Of the format of all three tellings."""
PAYLOAD_BYTES = 12
LANGS = ("ru", "en")
"""Languages that a sheet can be printed in; the place is the number in the code strip, so only append."""
SERIAL_BITS = 24
OPTIONS_BITS = 48

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("OIL", "011")
_TYPED_CHECK_BITS = 12
_TYPED_GROUP = 4
_TYPED_SHORTEST = 12


# --- the bytes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Identity:
    """What the code strip tells: `game_hash` 16 bits, `options` 48 bits, `serial` 24 bits, and the form."""

    game_hash: int
    options: int
    serial: int
    page: Page
    lang: str

    def payload(self) -> bytes:
        """The 12 bytes of the code strip."""
        form = (
            VERSION << 5
            | LANGS.index(self.lang) << 3
            | self.page.paper.number << 1
            | int(self.page.is_landscape)
        )
        return (
            self.options.to_bytes(6, "big")
            + self.game_hash.to_bytes(2, "big")
            + bytes([form])
            + self.serial.to_bytes(3, "big")
        )

    @classmethod
    def from_payload(cls, payload: bytes) -> Identity | None:
        """The identity in 12 bytes, `None` when they say a version, language or paper that is not ours."""
        form = payload[8]
        lang, paper = form >> 3 & 3, form >> 1 & 3
        if form >> 5 != VERSION or lang >= len(LANGS) or paper >= len(PAPERS):
            return None
        orientation = Orientation.LANDSCAPE if form & 1 else Orientation.PORTRAIT
        return cls(
            game_hash=int.from_bytes(payload[6:8], "big"),
            options=int.from_bytes(payload[:6], "big"),
            serial=int.from_bytes(payload[9:], "big"),
            page=Page(PAPERS[paper], orientation),
            lang=LANGS[lang],
        )


def game_hash(game: str) -> int:
    """The 16 bits that stand for a game's name."""
    return binascii.crc_hqx(game.encode(), 0xFFFF)


# --- the letters --------------------------------------------------------------------------------------


def serial_text(serial: int) -> str:
    """A print's number in five letters: `serial_text(1) == '00001'`."""
    return _letters(serial, 5)


def serial_number(text: str) -> int:
    """The number of a print from its five letters."""
    number = _number(text)
    if number >> SERIAL_BITS:
        raise CodeError(f"serial {text!r}", "expected five letters", "copy it from the sheet again")
    return number


def typed_code(payload: bytes) -> str:
    """The identity as letters to type, in groups of four; plain options make it short."""
    number = int.from_bytes(payload, "big") << _TYPED_CHECK_BITS | _typed_check(payload)
    length = max(_TYPED_SHORTEST, -(-number.bit_length() // 5))
    letters = _letters(number, -(-length // _TYPED_GROUP) * _TYPED_GROUP)
    return "-".join(letters[i : i + _TYPED_GROUP] for i in range(0, len(letters), _TYPED_GROUP))


def typed_payload(text: str) -> bytes:
    """The 12 bytes from typed letters; spaces, dashes, letter case and O/0, I/L/1 do not matter."""
    number = _number(text)
    value, check = number >> _TYPED_CHECK_BITS, number & ((1 << _TYPED_CHECK_BITS) - 1)
    if value.bit_length() <= PAYLOAD_BYTES * 8:
        payload = value.to_bytes(PAYLOAD_BYTES, "big")
        if check == _typed_check(payload):
            return payload
    raise CodeError(
        f"sheet code {text!r} does not check",
        "expected the code in the bottom corner of the sheet",
        "type it again",
    )


def _typed_check(payload: bytes) -> int:
    return zlib.crc32(payload) & ((1 << _TYPED_CHECK_BITS) - 1)


def _letters(number: int, length: int) -> str:
    return "".join(_CROCKFORD[number >> 5 * i & 31] for i in reversed(range(length)))


def _number(text: str) -> int:
    letters = re.sub(r"[\s\-–—]", "", text).upper().translate(_MISREAD)
    number = 0
    for letter in letters:
        if letter not in _CROCKFORD:
            raise CodeError(
                f"{letter!r} in sheet code {text!r}", "expected letters and digits", "type it again"
            )
        number = number << 5 | _CROCKFORD.index(letter)
    return number


# --- the words ----------------------------------------------------------------------------------------

_NUMBER = ":"
"""Begins the field that holds all options as one number."""


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What the QR code tells: only options that differ from the default, the serial in letters.

    Many options in words would make too large a code; then `options` is empty and `options_code` is the
    same number as in the code strip.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    page: Page
    lang: str
    serial: str
    options_code: int | None = None


def qr_text(code: SheetCode) -> str:
    """The QR code's text, such as `PG1*DOTS*A4L*RU*SIZE:20X20*K3QX9*7T`, in the characters QR packs best."""
    fields = [
        f"PG{VERSION}",
        _escape(code.game),
        code.page.paper.code + code.page.orientation.value,
        code.lang.upper(),
        *(f"{_escape(name)}:{_escape(value)}" for name, value in code.options),
        *([] if code.options_code is None else [f"{_NUMBER}{_letters(code.options_code, 10)}"]),
        code.serial,
    ]
    text = "*".join(fields)
    return f"{text}*{_check_letters(text)}"


def qr_link(text: str, public_url: str) -> str:
    """The text as a link to the page that reads sheets; scheme and host in capitals, which QR packs best."""
    scheme, _, rest = public_url.rstrip("/").rpartition("://")
    host, slash, path = rest.partition("/")
    return f"{(scheme or 'https').upper()}://{host.upper()}{slash}{path}/S/{quote(text, safe='*:$+-./')}"


def parse_qr(text: str) -> SheetCode:
    """What a QR code of ours says, bare or as a link."""
    link = re.search(r"/s/([^/?#]+)", text, re.IGNORECASE)
    bare = unquote(link[1]) if link else text
    body, _, check = bare.rpartition("*")
    fields = body.split("*")
    if len(fields) < 5 or fields[0] != f"PG{VERSION}" or check != _check_letters(body):
        raise CodeError(
            f"QR code {text[:40]!r}", "expected a sheet of this program", "photograph such a sheet"
        )
    _, game, form, lang, *pairs, serial = fields
    return SheetCode(
        game=_unescape(game),
        options=tuple(_pair(pair) for pair in pairs if not pair.startswith(_NUMBER)),
        page=_page(form),
        lang=lang.lower(),
        serial=serial,
        options_code=next((_number(pair[1:]) for pair in pairs if pair.startswith(_NUMBER)), None),
    )


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return _unescape(name), _unescape(value)


def _page(form: str) -> Page:
    for paper in PAPERS:
        for orientation in Orientation:
            if form == paper.code + orientation.value:
                return Page(paper, orientation)
    raise CodeError(f"paper {form!r} in a QR code", "expected a paper of ours", "photograph such a sheet")


def _check_letters(text: str) -> str:
    return _letters(zlib.crc32(text.encode()) & 1023, 2)


_PLAIN = {"_": "-", ",": "+", ".": "."} | {sign: sign for sign in "0123456789"}


def _escape(text: str) -> str:
    """Any text in QR's alphanumeric characters less `*` and `:`, lower-case letters as capitals."""
    return "".join(_escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    if sign in _PLAIN:
        return _PLAIN[sign]
    if "a" <= sign <= "z":
        return sign.upper()
    if "A" <= sign <= "Z":
        return f"${sign}"
    return "".join(f"%{byte:02X}" for byte in sign.encode())


def _unescape(text: str) -> str:
    out = bytearray()
    for token in re.findall(r"%[0-9A-F]{2}|\$[A-Z]|.", text, re.DOTALL):
        out += _unescaped(token)
    return out.decode(errors="replace")


def _unescaped(token: str) -> bytes:
    match token[0]:
        case "%" if len(token) == 3:
            return bytes([int(token[1:], 16)])
        case "$" if len(token) == 2:
            return token[1:].encode()
        case "-":
            return b"_"
        case "+":
            return b","
        case sign:
            return sign.lower().encode()
