"""A seal: a code that fixes a secret without showing it, so that honesty can be proved after the game.

The code is a hash of the secret with a random key. Before the game the player gives the opponent the code and
keeps the key; afterwards he shows the secret and the key, and anyone can make the code again. Without the key
the code tells nothing: the secrets of a game are few enough to try them all."""

from __future__ import annotations

import hashlib
import re
import secrets

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are misread."""
MISREAD = str.maketrans("OIL", "011")
KEY_LETTERS = 12
CODE_LETTERS = 24
"""Five bits each: 120 bits, too many to find a second secret with the same code."""


def new_key() -> str:
    """A random key in groups of four."""
    return _grouped("".join(secrets.choice(LETTERS) for _ in range(KEY_LETTERS)))


def seal_code(game: str, secret: str, key: str) -> str:
    """The code for a secret of a game, in groups of four letters.

    >>> seal_code("coin", "heads", "2222-2222-2222") == seal_code("coin", "heads", "2222 2222 2222")
    True
    >>> seal_code("coin", "heads", "2222-2222-2222") == seal_code("coin", "tails", "2222-2222-2222")
    False
    """
    digest = hashlib.sha256("\n".join((game, plain(key), secret)).encode()).digest()
    number = int.from_bytes(digest, "big")
    return _grouped("".join(LETTERS[number >> 5 * place & 31] for place in range(CODE_LETTERS)))


def is_sealed(code: str, game: str, secret: str, key: str) -> bool:
    """Whether this secret and key make that code; dashes, spaces and misread letters do not matter."""
    return plain(code) == plain(seal_code(game, secret, key))


def plain(letters: str) -> str:
    """Letters as typed, without groups and with misread ones put right."""
    return re.sub(r"[\s\-–—]", "", letters).upper().translate(MISREAD)


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))
