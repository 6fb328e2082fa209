"""Pages, pictures of lines and scripts are sent packed: they shrink to a fifth and less."""

from __future__ import annotations

import gzip
from typing import Protocol, runtime_checkable

from flask import Flask, Response, request

PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")
LEAST_BYTES = 800


@runtime_checkable
class Closing(Protocol):
    """A body that is read from a file."""

    def close(self) -> None:
        """Let the file go."""


def set_up(app: Flask) -> None:
    """Pack what browsers can unpack."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    response.vary.add("Accept-Encoding")
    if (
        not str(response.mimetype).startswith(PACKED)
        or not request.accept_encodings["gzip"]
        or "Content-Encoding" in response.headers
        or response.status_code not in (200, 404, 422)
        or "Range" in request.headers
    ):
        return response
    response.direct_passthrough = False
    file = response.response
    content = response.get_data()
    if isinstance(file, Closing):
        file.close()
    if len(content) >= LEAST_BYTES:
        response.set_data(gzip.compress(content, 6, mtime=0))
        response.content_encoding = "gzip"
    return response
