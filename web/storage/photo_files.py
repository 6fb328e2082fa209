"""Photos and pictures as files, in a folder for each upload. Names are ours; nothing a visitor typed is a path."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

PHOTOS_VARIABLE = "COMPANION_PHOTOS_URL"

_TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")
_NAME = re.compile(r"[0-9a-z][0-9a-z-]{0,60}\.(jpg|png|webp|heic|avif|svg|json)")


class PhotoFiles(Protocol):
    """Where the files of uploads are kept."""

    def put(self, token: str, name: str, content: bytes) -> None:
        """Keep a file, whole or not at all; another one of that name is replaced."""

    def get(self, token: str, name: str) -> bytes | None:
        """What a file holds, `None` when it is not there or the name is not one of ours."""

    def delete(self, token: str) -> None:
        """Throw away all files of an upload."""

    def tokens(self, older_than_seconds: float) -> Iterator[str]:
        """The uploads that have files, those only that were there so long."""


def is_token(token: str) -> bool:
    """Whether it looks like a token that we give."""
    return _TOKEN.fullmatch(token) is not None


def is_ours(token: str, name: str) -> bool:
    """Whether a token and a name look like those we give."""
    return is_token(token) and _NAME.fullmatch(name) is not None


def open_files(folder: Path) -> PhotoFiles:
    """Files in a folder of ours, or where `COMPANION_PHOTOS_URL` says: `s3://bucket/prefix`, or another folder."""
    url = os.environ.get(PHOTOS_VARIABLE, "")
    if url.startswith("s3://"):
        from web.storage.s3_files import open_s3

        return open_s3(url)
    return FolderFiles(Path(url.removeprefix("file://")) if url else folder / "photos")


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """Files in a folder of this machine, or one that several machines share."""

    folder: Path

    def put(self, token: str, name: str, content: bytes) -> None:
        """Keep a file, whole or not at all. Raises `OSError`."""
        if not is_ours(token, name):
            raise ValueError(f"{token!r} and {name!r} are no names of ours")
        home = self.folder / token
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        partial = home / f".{name}.{secrets.token_hex(4)}"
        try:
            with open(partial, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(home / name)
        except OSError:
            partial.unlink(missing_ok=True)
            raise

    def get(self, token: str, name: str) -> bytes | None:
        """What a file holds, `None` when it is not there."""
        if not is_ours(token, name):
            return None
        try:
            return (self.folder / token / name).read_bytes()
        except FileNotFoundError:
            return None

    def delete(self, token: str) -> None:
        """Throw away all files of an upload."""
        if is_token(token):
            shutil.rmtree(self.folder / token, ignore_errors=True)

    def tokens(self, older_than_seconds: float) -> Iterator[str]:
        """The uploads that have files, those only that were there so long."""
        latest = time.time() - older_than_seconds
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            if is_token(path.name) and path.stat().st_mtime < latest:
                yield path.name
