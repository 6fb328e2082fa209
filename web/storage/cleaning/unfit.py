"""Why a file is not kept at all."""

from __future__ import annotations

from companion.text import Text

MOST_PIXELS = 130_000_000
"""The largest phone cameras make 108 MP; more is a mistake or an attack."""


class Unfit(Exception):
    """A file that is not taken in: why, as a code and a line for people."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code)
        self.code, self.text = code, text


def not_a_picture() -> Unfit:
    """The bytes are of no kind that we know."""
    return Unfit(
        "NOT_A_PICTURE",
        Text(
            en="this is not a picture; expected a JPEG, PNG, WebP, HEIC, TIFF or PDF",
            ru="это не картинка; нужен снимок JPEG, PNG, WebP, HEIC, TIFF или PDF",
        ),
    )


def empty() -> Unfit:
    """There are no bytes."""
    return Unfit(
        "NOT_A_PICTURE",
        Text(en="the file is empty; copy the photo again", ru="файл пуст; скопируйте снимок ещё раз"),
    )


def damaged() -> Unfit:
    """The bytes begin like a picture and go on like none."""
    return Unfit(
        "NOT_A_PICTURE",
        Text(
            en="this is not a whole picture, it is damaged; copy or send the photo again",
            ru="это не целая картинка, она повреждена; скопируйте или пришлите снимок ещё раз",
        ),
    )


def check_size(width: int, height: int) -> None:
    """Raises `Unfit` before anything of that size is decoded."""
    if width * height > MOST_PIXELS:
        raise Unfit(
            "TOO_LARGE",
            Text(
                en="the picture has {mp} megapixels; expected at most {most}; make it smaller",
                ru="в снимке {mp} мегапикселей; нужно не больше {most}; уменьшите его",
            ).fill(mp=width * height // 1_000_000, most=MOST_PIXELS // 1_000_000),
        )
