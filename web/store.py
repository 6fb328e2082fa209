"""Results on disk: one folder each, under a name nobody can guess; the oldest are thrown away.

A folder holds `result.json` and pictures made by us. What was uploaded is not kept.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import types
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import platformdirs
from flask import current_app

from companion.errors import OutputError
from web import words
from web.cards import PhotoCard

DATA_VARIABLE = "COMPANION_DATA"
MOST_RESULTS = 200
TOKEN_BYTES = 18
_TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")
_FILE = re.compile(r"[0-9a-z-]+\.(jpg|svg|json)")
_RESULT = "result.json"


@dataclass(frozen=True, slots=True)
class Result:
    """What one upload gave: every photo with its positions."""

    photos: tuple[PhotoCard, ...]


def data_folder() -> Path:
    """Where results are kept: `COMPANION_DATA`, or the place this system has for such things."""
    given = os.environ.get(DATA_VARIABLE)
    return Path(given) if given else Path(platformdirs.user_data_dir("paper-companion", appauthor=False))


@dataclass(frozen=True, slots=True)
class Store:
    """The results in a folder."""

    folder: Path

    @property
    def results(self) -> Path:
        """Where the results' own folders are."""
        return self.folder / "results"

    def save(self, result: Result, files: Mapping[str, bytes]) -> str:
        """Keep a result, whole or not at all; its token. Raises `OutputError`."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        partial = self.results / f".{token}"
        try:
            partial.mkdir(parents=True)
            for name, content in files.items():
                (partial / name).write_bytes(content)
            (partial / _RESULT).write_text(json.dumps(asdict(result), ensure_ascii=False), encoding="utf-8")
            partial.rename(self.results / token)
            self._forget_old()
        except OSError as error:
            shutil.rmtree(partial, ignore_errors=True)
            why = error.strerror or str(error)
            raise OutputError(words.NOT_SAVED.fill(reason=why, folder=self.folder)) from error
        return token

    def load(self, token: str) -> Result | None:
        """The result of that token, `None` if there is none (any more)."""
        path = self.path(token, _RESULT)
        if path is None:
            return None
        revived = _revive(Result, json.loads(path.read_text(encoding="utf-8")))
        assert isinstance(revived, Result)
        return revived

    def path(self, token: str, name: str) -> Path | None:
        """A file of a result; `None` for names that are not ours or not there."""
        if not (_TOKEN.fullmatch(token) and _FILE.fullmatch(name)):
            return None
        path = self.results / token / name
        return path if path.is_file() else None

    def _forget_old(self) -> None:
        """Throw away all but the newest results, and what a crash left half-written."""
        kept = sorted(self.results.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[MOST_RESULTS:]:
            shutil.rmtree(path, ignore_errors=True)


def current_store() -> Store:
    """The store of the running application."""
    store = current_app.extensions["store"]
    assert isinstance(store, Store)
    return store


def _revive(kind: Any, value: Any) -> Any:
    """The value of a type that `asdict` and JSON took apart."""
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(one for one in get_args(kind) if one is not type(None))
        return None if value is None else _revive(kind, value)
    if get_origin(kind) is tuple:
        return tuple(_revive(get_args(kind)[0], one) for one in value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        known = {field.name for field in fields(kind)}
        return kind(**{name: _revive(hints[name], one) for name, one in value.items() if name in known})
    return value
