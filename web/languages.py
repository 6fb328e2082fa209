"""Which language a page speaks: the reader's choice from a cookie, else what the browser asks for."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, Response, g, redirect, request, url_for
from flask_babel import Babel, format_datetime
from werkzeug.wrappers import Response as AnyResponse

from companion.text import LANGUAGES

COOKIE = "lang"
SWITCH = "ui"
"""The parameter of the language links; it never stays in the address."""

YEAR_SECONDS = 365 * 24 * 3600


def set_up(app: Flask) -> None:
    """Choose the language before every request; remember it when it was switched."""
    Babel(app, locale_selector=current_lang)
    app.jinja_env.filters["moment"] = lambda when: format_datetime(when, "d MMMM, HH:mm")
    app.before_request(_choose)
    app.after_request(_mark_variants)
    app.context_processor(lambda: {"lang": current_lang(), "languages": LANGUAGES, "switch_to": switch_url})


def current_lang() -> str:
    """The language of this request's page."""
    lang: str = g.get("lang", "en")
    return lang


def switch_url(lang: str) -> str:
    """This page in another language; a page that came of a form leads to the empty form."""
    if request.endpoint is None:
        return url_for("gallery.games", ui=lang)
    return _this_page({SWITCH: [lang]})


def _choose() -> AnyResponse | None:
    wanted = request.args.get(SWITCH)
    if wanted in LANGUAGES and request.endpoint is not None and request.method == "GET":
        response = redirect(_this_page({}), 303)
        response.set_cookie(
            COOKIE,
            str(wanted),
            max_age=YEAR_SECONDS,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
        return response
    kept = request.cookies.get(COOKIE)
    g.lang = kept if kept in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")
    return None


def _this_page(more: dict[str, list[str]]) -> str:
    """The address of this page, built from its route: never one of another site.

    What the visitor asked for is written behind it, not given to `url_for`, which would obey some of it.
    """
    assert request.endpoint is not None
    pairs = request.args.to_dict(flat=False) | more
    if SWITCH not in more:
        pairs.pop(SWITCH, None)
    path = url_for(request.endpoint, **(request.view_args or {}))
    return f"{path}?{urlencode(pairs, doseq=True)}" if pairs else path


def _mark_variants(response: Response) -> Response:
    response.vary.update(("Accept-Language", "Cookie"))
    return response
