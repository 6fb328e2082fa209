"""A field drawn by hand: whether it has the right size and the right letters and numbers round it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.position import Problem

from .labels import Labels, faults
from .messages import MESSAGES, problem
from .options import SeaBattleOptions


def check_field(
    columns: int,
    rows: int,
    options: SeaBattleOptions,
    *,
    letters: Sequence[str] | None = None,
    numbers: Sequence[int] | None = None,
    board: str = "own",
) -> Iterator[Problem]:
    """What is wrong with a field that nobody printed; labels that were not read are `None`."""
    size = options.size
    if (columns, rows) != (size, size):
        yield problem("FIELD_SIZE_WRONG", (), options, board=board, columns=columns, rows=rows, size=size)
    if letters is not None and "".join(letters).upper() != options.letters:
        yield problem(
            "COORDINATES_WRONG",
            (),
            options,
            board=board,
            seen=" ".join(letters),
            wanted=" ".join(options.letters),
        )
    if numbers is not None and tuple(numbers) != tuple(range(1, size + 1)):
        yield problem(
            "COORDINATES_WRONG",
            (),
            options,
            message="NUMBERS_WRONG",
            board=board,
            seen=" ".join(map(str, numbers)),
            wanted=f"1..{size}",
        )


def check_labels(labels: Labels, options: SeaBattleOptions, *, board: str) -> Iterator[Problem]:
    """What is wrong with the labels of a field that nobody printed, as far as it can be told without reading them."""
    for name, is_sure in faults(labels):
        side = labels.above if name == "LETTERS_FEW" else labels.left
        found = problem(
            "COORDINATES_WRONG", (), options, message=name, board=board, seen=sum(side), wanted=len(side)
        )
        yield found if is_sure else unsure(found)


def unsure(found: Problem) -> Problem:
    """The problem as a note that says that it is not sure."""
    return replace(found, is_note=True, text=MESSAGES["UNSURE"].fill(text=found.text))
