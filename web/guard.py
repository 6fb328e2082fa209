"""What keeps pages and visitors safe: headers, forms of our own only, limits, and errors without a traceback.

What is defended, against whom and how it is tested: docs/explanation/threats.md.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, render_template, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf.csrf import CSRFError, CSRFProtect
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.wrappers import Response as AnyResponse

from companion.text import Text
from web import words
from web.work.door import RETRY_SECONDS

MOST_MEGABYTES = 40
"""Of one upload: about eight photos of a phone."""

MOST_PARTS = 100
"""Fields of one form."""

EVERYTHING = "600 per minute"
UPLOADS = "40 per minute; 400 per hour"
"""Of one address; a whole class may sit behind one."""

LIMITS_VARIABLE = "COMPANION_LIMITS"
"""`off` takes every limit on visitors away: for a server at home, and for tests."""

COUNTS_VARIABLE = "COMPANION_LIMITS_URL"
"""Where counts of requests are kept for several servers together, for example `redis://host:6379/1`."""

HOSTS_VARIABLE = "COMPANION_HOSTS"
"""Names by which this server may be called, with commas between; any name without it."""

YEAR_SECONDS = 365 * 24 * 3600

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
    429: (words.TOO_OFTEN_TITLE, words.TOO_OFTEN),
    500: (words.BROKEN_TITLE, words.BROKEN),
    503: (words.BUSY_TITLE, words.BUSY),
}

limiter = Limiter(
    get_remote_address, default_limits=[EVERYTHING], headers_enabled=True, in_memory_fallback_enabled=True
)
csrf = CSRFProtect()


def set_up(app: Flask) -> None:
    """Headers on every answer, forms from our own pages only, limits, a page for every error."""
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_MEGABYTES * 1_000_000,
        MAX_FORM_PARTS=MOST_PARTS,
        RATELIMIT_STORAGE_URI=os.environ.get(COUNTS_VARIABLE, "memory://"),
        WTF_CSRF_TIME_LIMIT=None,  # as long as the visitor's cookie: a page may lie open for days
        WTF_CSRF_CHECK_DEFAULT=False,
    )
    app.config.setdefault("RATELIMIT_ENABLED", os.environ.get(LIMITS_VARIABLE) != "off")
    if hosts := os.environ.get(HOSTS_VARIABLE):
        app.config["TRUSTED_HOSTS"] = [host.strip() for host in hosts.split(",")]
    csrf.init_app(app)
    limiter.init_app(app)
    app.jinja_env.globals["csrf_field"] = csrf_field
    app.before_request(_refuse_strangers)
    app.after_request(_add_headers)
    app.register_error_handler(HTTPException, _error_page)


def csrf_field() -> Markup:
    """The hidden field that every form of ours has."""
    from flask_wtf.csrf import generate_csrf

    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())


def is_api() -> bool:
    """Whether a program asks, not a page. Nothing in the API knows cookies, so nobody can borrow them there."""
    return request.path.startswith("/api/")


def _refuse_strangers() -> None:
    """Forms are taken from this site only, by what the browser says of their origin and by the token in them."""
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
    if not is_api() and request.endpoint is not None and current_app.config["WTF_CSRF_ENABLED"]:
        csrf.protect()


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", f"max-age={YEAR_SECONDS}")
    # A browser's own PDF page would be caught by the full policy; a PDF loads nothing anyway.
    is_pdf = response.mimetype == "application/pdf"
    response.headers.setdefault(
        "Content-Security-Policy", "frame-ancestors 'none'" if is_pdf else CONTENT_POLICY
    )
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _error_page(error: HTTPException) -> tuple[str, int, dict[str, str]] | AnyResponse | HTTPException:
    code = 403 if isinstance(error, CSRFError) else error.code or 500
    if code < 400:
        return error
    if isinstance(error, SecurityError):  # called by a wrong name: no address of a page can be built
        return Response("This server has another name.", code, mimetype="text/plain")
    if is_api():
        from web.api import problems

        return problems.failed(error)
    title, text = PAGES.get(code, (words.WRONG_REQUEST_TITLE, words.WRONG_REQUEST))
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    if code == 503:
        kept["Retry-After"] = str(RETRY_SECONDS)
    return render_template("error.html", title=title, text=text), code, kept
