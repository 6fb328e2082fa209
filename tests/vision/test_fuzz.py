"""Spoilt files of every kind end in a picture or in one clear line; a small run of scripts/fuzz_photos.py."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "fuzz_photos.py"


@pytest.fixture(scope="module")
def fuzzing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz_photos", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_photos"] = module
    spec.loader.exec_module(module)
    return module


def test_spoilt_files_never_crash(fuzzing: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    outcomes = [fuzzing.try_file(number, seed=7) for number in range(250)]
    assert {one.what for one in outcomes} == {"picture", "refused"}
    assert {one.form for one in outcomes} == set(fuzzing.whole_files())
    assert capfd.readouterr().err == ""


def test_the_whole_files_are_pictures(fuzzing: ModuleType) -> None:
    from vision.photo import decode_photo

    for data in fuzzing.whole_files().values():
        assert decode_photo(data).picture.std() > 10


def test_absurd_sizes_are_believed_by_no_one(fuzzing: ModuleType) -> None:
    import numpy as np

    from vision.errors import FileUnreadable
    from vision.photo import decode_photo

    refused = 0
    for form in ("png", "jpeg", "bmp", "gif", "tiff"):
        for seed in range(12):
            data = fuzzing.absurd_size(fuzzing.whole_files()[form], np.random.default_rng(seed))
            try:
                decode_photo(data)
            except FileUnreadable:
                refused += 1
    assert refused > 30
