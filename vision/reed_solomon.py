"""The code strip's check bytes for thousands of readings at once, where a library takes them one by one.

Reed-Solomon over GF(256), polynomial 0x11d, generator 2, first root 2^0, four check bytes: what `reedsolo` writes.
A word is right when its four syndromes S_j = sum of c_i 2^(j (n-1-i)) are zero; one wrong byte e at place i gives
S_j = e 2^(j (n-1-i)).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

POLYNOMIAL = 0x11D
CHECKS = 4


def mended_words(words: Bytes) -> Bytes:
    """Those of the words (m, n) that are right or have one wrong byte, which is put right."""
    found = _syndromes(words)
    is_right = (found == 0).all(1)
    is_nearly = (found != 0).all(1)
    mended, syndromes = words[is_nearly].copy(), found[is_nearly]
    if len(mended):
        log = _logarithms()[1]
        steps = np.diff(log[syndromes], axis=1) % 255
        place = words.shape[1] - 1 - steps[:, 0]
        is_one = (steps == steps[:, :1]).all(1) & (place >= 0)
        mended, syndromes, place = mended[is_one], syndromes[is_one], place[is_one]
        mended[np.arange(len(mended)), place] ^= syndromes[:, 0].astype(np.uint8)
    return np.concatenate([words[is_right], mended])


def _syndromes(words: Bytes) -> Numbers:
    """The four syndromes of each word (m, 4)."""
    power, log = _logarithms()
    length = words.shape[1]
    shift = np.arange(CHECKS)[:, None] * (length - 1 - np.arange(length))
    terms = power[(log[words][:, None, :] + shift) % 255]
    terms[np.broadcast_to((words == 0)[:, None, :], terms.shape)] = 0
    return np.asarray(np.bitwise_xor.reduce(terms, axis=2), np.int64)


@cache
def _logarithms() -> tuple[Numbers, Numbers]:
    """Powers of 2 (255,), and their exponents (256,); the exponent of 0 means nothing."""
    power = np.ones(255, np.int64)
    for place in range(1, 255):
        doubled = power[place - 1] << 1
        power[place] = doubled ^ POLYNOMIAL if doubled & 0x100 else doubled
    log = np.zeros(256, np.int64)
    log[power] = np.arange(255)
    return power, log
