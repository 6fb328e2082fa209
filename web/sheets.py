"""The page of a game: its rules, its options with a live picture of the sheet, and the sheet as PDF."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from markdown_it import MarkdownIt
from markupsafe import Markup

from companion import catalog, screen
from companion.errors import CompanionError
from companion.game import Game
from web import words
from web.forms import OptionForm, option_form
from web.languages import current_lang
from web.samples import samples_of
from web.snap import asked_paper, asked_sheet_lang
from web.together import is_for_two

pages = Blueprint("sheets", __name__, url_prefix="/games")

MAIN_OPTIONS = 4
"""So many options are seen at once; the others are folded away."""


@pages.get("/<name>")
def game(name: str) -> str | tuple[str, int]:
    """Rules, options and the sheet as it will be printed."""
    return _game_page(_game(name))


@pages.get("/<name>/preview")
def preview(name: str) -> dict[str, Any]:
    """The picture of the sheet for what stands in the form, and what is wrong there, by field."""
    found = _game(name)
    form = option_form(found, request.args)
    lang = current_lang()
    errors = {field: error(lang) for field, error in form.errors.items()}
    return {"svg": None if errors else _preview(found, form), "errors": errors}


@pages.get("/<name>/sheet.pdf")
def sheet_pdf(name: str) -> Response | str | tuple[str, int]:
    """A new print with its own number; the game's page when an option is wrong."""
    found = _game(name)
    form = option_form(found, request.args)
    if form.options is None:
        return _game_page(found)
    pdf, serial = screen.sheet_pdf(found, form.options, paper=asked_paper(), lang=asked_sheet_lang())
    response = Response(pdf, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{found.name}-{serial}.pdf"'
    response.cache_control.no_store = True
    return response


def _game(name: str) -> Game[Any, Any]:
    if name not in catalog.game_names():
        abort(404)
    return catalog.find_game(name)


def _game_page(found: Game[Any, Any]) -> str | tuple[str, int]:
    form = option_form(found, request.args)
    page = render_template(
        "game.html",
        game=found,
        form=form,
        main=form.fields[:MAIN_OPTIONS],
        more=form.fields[MAIN_OPTIONS:],
        preview=None if form.options is None else Markup(_preview(found, form)),
        rules=rules_html(found, current_lang()),
        papers=screen.PAPERS,
        paper=asked_paper(),
        sheet_lang=asked_sheet_lang(),
        samples=samples_of(found.name),
        is_for_two=is_for_two(found),
    )
    return page if form.options is not None else (page, 422)


def _preview(found: Game[Any, Any], form: OptionForm) -> str:
    """The sheet as SVG inside the page."""
    svg = screen.sheet_picture(found, form.options, paper=asked_paper(), lang=asked_sheet_lang())
    lang = current_lang()
    return screen.describe_svg(svg, words.PREVIEW_OF.fill(title=found.title)(lang))


def rules_html(found: Game[Any, Any], lang: str) -> Markup:
    """The rules of a game without their heading, which the page has already."""
    markdown = MarkdownIt("commonmark", {"html": False})
    tokens = markdown.parse(found.rules(lang))
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        tokens = tokens[3:]
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


@pages.errorhandler(CompanionError)
def _cannot_print(error: CompanionError) -> tuple[str, int]:
    """A sheet that cannot be made of these options."""
    return render_template("error.html", title=words.YOUR_SHEET, text=error.text), 422
