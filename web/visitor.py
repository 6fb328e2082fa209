"""Which browser this is, by a random name in a signed cookie: so that a visitor finds his own sheets again."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface

SECRET_VARIABLE = "COMPANION_SECRET_KEY"
SECRET_FILE = "secret"
_NAME = "visitor"

KEEP_DAYS = 365
"""How long a browser keeps its name, counted from its last visit."""


def set_up(app: Flask, folder: Path) -> None:
    """Sign cookies with the key from the environment, or one made for this folder."""
    app.secret_key = os.environ.get(SECRET_VARIABLE) or _own_secret(folder)
    app.session_interface = _Cookies()
    app.config.update(
        PERMANENT_SESSION_LIFETIME=timedelta(days=KEEP_DAYS),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME="companion",
    )


class _Cookies(SecureCookieSessionInterface):
    """Signed cookies that never leave an encrypted connection once they came by one."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """For encrypted connections only where this is one."""
        return request.is_secure


def name() -> str:
    """The visitor's name; one who has none gets one."""
    if _NAME not in session:
        session[_NAME] = secrets.token_urlsafe(18)
        session.permanent = True
    known: str = session[_NAME]
    return known


def known_name() -> str | None:
    """The visitor's name, if he has one."""
    return session.get(_NAME)


def _own_secret(folder: Path) -> str:
    """The key kept in the folder; of processes that start at once, the first one makes it."""
    path = folder / SECRET_FILE
    if not path.exists():
        made = folder / f".{SECRET_FILE}.{secrets.token_hex(4)}"
        made.touch(0o600)
        made.write_text(secrets.token_hex(32), encoding="ascii")
        with suppress(FileExistsError):
            os.link(made, path)
        made.unlink()
    return path.read_text(encoding="ascii")
