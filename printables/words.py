"""What a sheet says in each language about things every sheet has; a game's own words stand with the game."""

from __future__ import annotations

from dataclasses import dataclass

from printables.errors import PrintError


@dataclass(frozen=True, slots=True)
class Words:
    """The captions of one language."""

    mark: str
    name: str
    begins: str
    score: str
    rules: str
    code: str
    photo: tuple[str, str]
    """How to photograph the sheet, in two lines."""


WORDS = {
    "ru": Words(
        mark="мой знак, три раза",
        name="имя",
        begins="начинает",
        score="счёт",
        rules="Правила",
        code="код листа",
        photo=(
            "Сыграли? Сфотографируйте весь лист,",
            "чтобы были видны метки по краям.",
        ),
    ),
    "en": Words(
        mark="my mark, three times",
        name="name",
        begins="begins",
        score="score",
        rules="Rules",
        code="sheet code",
        photo=(
            "Done? Take a photo of the whole sheet",
            "with the square marks along its edges.",
        ),
    ),
}


def checked_lang(lang: str) -> str:
    """The language itself; an error that names those we have if it is another."""
    if lang not in WORDS:
        known = " or ".join(WORDS)
        raise PrintError(f"unknown language {lang!r}", f"expected {known}", f"choose {known}")
    return lang
