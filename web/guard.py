"""What keeps pages and visitors safe: headers, same-origin forms, and error pages without a traceback."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from companion.text import Text
from web import words

MOST_MEGABYTES = 40
"""Of one upload: about eight photos of a phone."""

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=()",
}

PAGES: dict[int, tuple[Text, Text]] = {
    403: (words.FORBIDDEN_TITLE, words.FORBIDDEN),
    404: (words.NOT_FOUND_TITLE, words.NOT_FOUND),
    413: (words.TOO_LARGE_TITLE, words.TOO_LARGE.fill(megabytes=MOST_MEGABYTES)),
    500: (words.BROKEN_TITLE, words.BROKEN),
    503: (words.BUSY_TITLE, words.BUSY),
}


def set_up(app: Flask) -> None:
    """Headers on every answer, forms from our own pages only, a page for every error."""
    app.config["MAX_CONTENT_LENGTH"] = MOST_MEGABYTES * 1_000_000
    app.before_request(_refuse_strangers)
    app.after_request(_add_headers)
    app.register_error_handler(HTTPException, _error_page)


def _refuse_strangers() -> None:
    """Forms are taken from this site only. Programs that are no browsers send neither header and may post."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None:
        is_ours = site in ("same-origin", "none")  # none: sent again by the reader himself
    else:
        is_ours = origin is None or urlsplit(origin).netloc == request.host
    if not is_ours:
        abort(403)


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # A browser's own PDF page would be caught by the full policy; a PDF loads nothing anyway.
    is_pdf = response.mimetype == "application/pdf"
    response.headers.setdefault(
        "Content-Security-Policy", "frame-ancestors 'none'" if is_pdf else CONTENT_POLICY
    )
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _error_page(error: HTTPException) -> tuple[str, int] | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    title, text = PAGES.get(code, (words.WRONG_REQUEST_TITLE, words.WRONG_REQUEST))
    return render_template("error.html", title=title, text=text), code
