"""The table of `companion read --csv`: written row by row, so that an interrupted run can go on.

While it grows it is called `FILE.part`; `FILE` is there when it is whole.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from companion.errors import OutputError
from companion.text import Text

COLUMNS = (
    "photo",
    "number",
    "game",
    "serial",
    "position",
    "score",
    "turn",
    "outcome",
    "problems",
    "doubtful",
    "error",
    "notes",
)

Row = dict[str, str]


class ResultsTable:
    """A CSV file that grows; used with `with`, so that it gets its name when all is written."""

    def __init__(self, path: Path, *, is_resumed: bool) -> None:
        """`is_resumed`: keep what an interrupted run has written. Raises `OutputError`."""
        self.path = path
        self.partial = path.with_name(f"{path.name}.part")
        self.kept = _kept_rows(self.partial, path) if is_resumed else []
        try:
            self._write(self.kept, is_first=True)
        except OSError as error:
            raise cannot_write(path, error) from None

    @property
    def photos(self) -> set[str]:
        """The files that need not be read again."""
        return {row["photo"].partition("#page=")[0] for row in self.kept}

    def add(self, shown: Sequence[dict[str, Any]]) -> None:
        """The rows of one file, as `read --json` shows its pages. Raises `OutputError`."""
        try:
            self._write([row for one in shown for row in _rows(one)], is_first=False)
        except OSError as error:
            raise cannot_write(self.path, error) from None

    def __enter__(self) -> ResultsTable:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            try:
                self.partial.replace(self.path)
            except OSError as failure:
                raise cannot_write(self.path, failure) from None

    def _write(self, rows: Sequence[Row | dict[str, Any]], *, is_first: bool) -> None:
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n", restval="")
        if is_first:
            writer.writeheader()
        writer.writerows(rows)
        with self.partial.open("w" if is_first else "a", encoding="utf-8") as file:
            file.write(text.getvalue())  # one write a photo: what is cut short is the last one


def _kept_rows(partial: Path, whole: Path) -> list[Row]:
    """The rows of an earlier run; of an interrupted one without its last photo, which may be incomplete."""
    if partial.is_file():
        rows = _read(partial)
        last = rows[-1]["photo"].partition("#page=")[0] if rows else ""
        return [row for row in rows if row["photo"].partition("#page=")[0] != last]
    return _read(whole) if whole.is_file() else []


def _read(path: Path) -> list[Row]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise cannot_write(path, error) from None
    rows = csv.DictReader(io.StringIO(text))
    if tuple(rows.fieldnames or ()) not in (COLUMNS, ()):
        raise OutputError(
            Text(
                en=f"{path} is another table; name the one of the interrupted run, or leave out --resume",
                ru=f"{path} — другая таблица; назовите таблицу прерванного запуска или уберите --resume",
            )
        )
    return [{name: row.get(name) or "" for name in COLUMNS} for row in rows if row.get("photo")]


def _rows(shown: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One row a position, one for each sheet or photo that could not be used."""
    for number, reading in enumerate(shown["readings"], 1):
        problems = reading["problems"]
        yield {
            "photo": shown["photo"],
            "number": number,
            "game": reading["game"],
            "serial": (reading["sheet"] or {}).get("serial"),
            "position": reading["position"],
            "score": json.dumps(reading["score"], ensure_ascii=False),
            "turn": reading["turn"],
            "outcome": json.dumps(reading["outcome"], ensure_ascii=False) if reading["outcome"] else None,
            "problems": " ".join(problem["code"] for problem in problems if not problem.get("is_note")),
            "notes": " ".join(problem["code"] for problem in problems if problem.get("is_note")),
            "doubtful": len(reading["doubtful"]),
        }
    refused = [] if shown["error"] is None else [shown["error"]]
    for refusal in [*refused, *shown.get("refused", [])]:
        yield {"photo": shown["photo"], "error": refusal["code"]}


def cannot_write(path: Path, error: OSError) -> OutputError:
    """The refusal of a place that cannot be written to."""
    why = error.strerror or str(error)
    return OutputError(
        Text(
            en=f"cannot write {path} ({why}); choose another place",
            ru=f"нельзя записать {path} ({why}); выберите другое место",
        )
    )
