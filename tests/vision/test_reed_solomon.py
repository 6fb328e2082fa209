"""The strip's check bytes, against the library that writes them."""

from __future__ import annotations

import numpy as np
import reedsolo

from vision.reed_solomon import mended_words


def words(count: int, rng: np.random.Generator) -> np.ndarray:
    codec = reedsolo.RSCodec(4)
    return np.array(
        [list(codec.encode(bytes(rng.integers(0, 256, 12).tolist()))) for _ in range(count)], np.uint8
    )


def test_right_words_and_words_with_one_wrong_byte_come_back() -> None:
    rng = np.random.default_rng(1)
    right = words(300, rng)
    spoilt = right.copy()
    for row in range(100, 300):
        spoilt[row, rng.integers(16)] ^= int(rng.integers(1, 256))
    assert {bytes(word) for word in mended_words(spoilt)} == {bytes(word) for word in right}


def test_worse_words_do_not() -> None:
    rng = np.random.default_rng(2)
    spoilt = words(2000, rng)
    for row in spoilt:
        for place in rng.choice(16, 2, replace=False):
            row[place] ^= int(rng.integers(1, 256))
    assert len(mended_words(spoilt)) == 0
