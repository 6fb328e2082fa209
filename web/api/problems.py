"""Everything that goes wrong as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError
from companion.text import Text
from web import words
from web.api.asked import lang
from web.work.door import RETRY_SECONDS, QueueFull

KIND = "application/problem+json"

TITLES = {
    400: "The request cannot be understood",
    403: "Not from here",
    404: "There is no such thing",
    405: "Not with this method",
    413: "Too much at once",
    415: "Not in this format",
    422: "Something in the request does not fit",
    429: "Too many requests",
    500: "Our own mistake",
    503: "Too many photos wait",
    507: "No room",
}
DETAILS: dict[int, Text] = {
    404: words.NOT_FOUND,
    500: words.BROKEN,
    503: words.BUSY,
}


class Wrong(CompanionError):
    """A field of a request that does not fit, named in `field`."""

    code = "FIELD"

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(
            Text(
                en=f"{field!r} does not fit; expected {expected}",
                ru=f"{field!r} не подходит; нужно: {expected}",
            )
        )
        self.field = field


def set_up(pages: Blueprint) -> None:
    """Errors of the API are problems."""
    pages.register_error_handler(CompanionError, refused)
    pages.register_error_handler(HTTPException, failed)


def problem(status: int, detail: str, **more: Any) -> Response:
    """A problem as an answer; what it says beyond the standard fields is in `more`."""
    told = {"type": "about:blank", "title": TITLES.get(status, "Error"), "status": status, "detail": detail}
    return Response(json.dumps(told | more, ensure_ascii=False), status=status, mimetype=KIND)


def refused(error: CompanionError) -> Response:
    """What was asked cannot be: the reason is for people, the code for programs."""
    if isinstance(error, QueueFull):
        response = problem(503, error.text(lang()), code=error.code)
        response.headers["Retry-After"] = str(RETRY_SECONDS)
        return response
    status = 507 if error.code == "OUTPUT" else 422
    named = {"field": error.field} if isinstance(error, Wrong) else {}
    return problem(status, error.text(lang()), code=error.code, **named)


def failed(error: HTTPException) -> Response | HTTPException:
    """Whatever the framework refuses."""
    status = error.code or 500
    if status < 400:
        return error
    detail = (
        DETAILS[status](lang()) if status in DETAILS else (error.description or TITLES.get(status, "Error"))
    )
    response = problem(status, detail)
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response
