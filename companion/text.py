"""What a player reads, in every language we speak.

Games and errors carry their words in all languages at once; the edge (command line, web page) picks one.
"""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES = ("ru", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One message in English and Russian; call it with a language to read it.

    >>> Text(en="Draw", ru="Ничья")("ru")
    'Ничья'
    """

    en: str
    ru: str

    def __call__(self, lang: str) -> str:
        """The message in `lang`; any language we do not speak gets English."""
        return self.ru if lang == "ru" else self.en

    def __getitem__(self, lang: str) -> str:
        """The same as calling: handy in page templates."""
        return self(lang)

    def __str__(self) -> str:
        """The English message."""
        return self.en

    def __add__(self, other: Text) -> Text:
        """Both messages, one after the other."""
        return Text(en=self.en + other.en, ru=self.ru + other.ru)

    def fill(self, **values: object) -> Text:
        """The message with its `{names}` filled in; a `Text` value is put in its own language."""
        return Text(
            en=self.en.format(**{name: _in(value, "en") for name, value in values.items()}),
            ru=self.ru.format(**{name: _in(value, "ru") for name, value in values.items()}),
        )


def same(text: str) -> Text:
    """A text that is the same in every language: a notation, a number, a place."""
    return Text(en=text, ru=text)


def join(texts: list[Text] | tuple[Text, ...], between: str = ", ") -> Text:
    """All the texts in a row."""
    return Text(en=between.join(text.en for text in texts), ru=between.join(text.ru for text in texts))


def count(number: int, en: tuple[str, str], ru: tuple[str, str, str]) -> Text:
    """A number with its noun in the right form.

    >>> count(22, ("dot", "dots"), ("точка", "точки", "точек"))("ru")
    '22 точки'
    """
    return Text(en=f"{number} {en[number != 1]}", ru=f"{number} {ru[_russian_form(number)]}")


def decimal(value: float, digits: int = 1) -> Text:
    """A number with so many digits behind the point, or the comma.

    >>> decimal(54.72)("ru")
    '54,7'
    """
    shown = f"{value:.{digits}f}"
    return Text(en=shown, ru=shown.replace(".", ","))


_LARGE = (
    (1e15, ("quadrillion", "quadrillion"), ("квадриллион", "квадриллиона", "квадриллионов")),
    (1e12, ("trillion", "trillion"), ("триллион", "триллиона", "триллионов")),
    (1e9, ("billion", "billion"), ("миллиард", "миллиарда", "миллиардов")),
    (1e6, ("million", "million"), ("миллион", "миллиона", "миллионов")),
    (1e3, ("thousand", "thousand"), ("тысяча", "тысячи", "тысяч")),
)


def roughly(number: float) -> Text:
    """A large number in two figures, the way it is said.

    >>> roughly(1.83e8)("ru"), roughly(2.96e12)("en"), roughly(1.26e6)("ru")
    ('180 миллионов', '3 trillion', '1,3 миллиона')
    """
    figures = float(f"{number:.1e}")
    for size, en, ru in _LARGE:
        if figures >= size:
            head = float(f"{figures / size:.3g}")
            if head == int(head):
                return count(int(head), en, ru)
            shown = decimal(head)
            return Text(en=f"{shown.en} {en[1]}", ru=f"{shown.ru} {ru[1]}")
    return same(f"{figures:.0f}")


def _russian_form(number: int) -> int:
    number = abs(number) % 100
    if number % 10 == 1 and number != 11:
        return 0
    if number % 10 in (2, 3, 4) and number not in (12, 13, 14):
        return 1
    return 2


def _in(value: object, lang: str) -> object:
    return value(lang) if isinstance(value, Text) else value
