"""Sheets as fixtures: all variants on every paper and in every language, or the plain ones."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from printables.layout import Sheet
from tests.printables.sheets import GAMES, LANGS, PAPERS, VARIANTS, usual_sheet


def _name(case: tuple[tuple[str, dict[str, Any]], str, str]) -> str:
    (game, settings), paper, lang = case
    return "-".join([game, *(f"{name}={value}" for name, value in settings.items()), paper, lang])


CASES = list(product(VARIANTS, PAPERS, LANGS))


@pytest.fixture(params=CASES, ids=_name)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    """Every variant on every paper in every language."""
    (game, settings), paper, lang = request.param
    return usual_sheet(game, paper, lang, tuple(settings.items()))


@pytest.fixture(params=list(product(GAMES, PAPERS)), ids="-".join)
def plain_sheet(request: pytest.FixtureRequest) -> Sheet:
    """Each game with its usual options on both papers."""
    game, paper = request.param
    return usual_sheet(game, paper, "ru", ())
