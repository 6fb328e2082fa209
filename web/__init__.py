"""The pages: a gallery of games, sheets to print, photos to read. Server-rendered; knows companion only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from web.storage import Store
    from web.work import Door

__all__ = ["create_app"]


def create_app(
    *,
    data: Path | None = None,
    door: Callable[[Store], Door] | None = None,
    settings: Mapping[str, object] | None = None,
) -> Flask:
    """The web application; everything is kept in `data`, or where `data_folder` says; photos go through `door`.

    Without a door, photos are read in this process before an upload is answered. `settings`
    are for Flask and its extensions.
    """
    # Readers in processes of their own import this package too, and need no pages.
    from flask import Flask

    from companion import catalog
    from companion.formats import formats_of
    from web import (
        api,
        asks,
        exports,
        fields,
        fonts,
        gallery,
        guard,
        health,
        history,
        languages,
        packing,
        results,
        reviews,
        samples,
        sheets,
        snap,
        together,
        visitor,
        what_if,
        words,
    )
    from web.storage.store import open_store
    from web.work import InlineDoor

    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600
    app.config.update(settings or {})
    store = open_store(data)
    app.extensions["store"] = store
    app.extensions["door"] = (door or InlineDoor)(store)
    app.jinja_env.globals["w"] = words
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    health.set_up(app)
    visitor.set_up(app, store.folder)
    guard.set_up(app)
    languages.set_up(app)
    app.jinja_env.globals["all_games"] = catalog.all_games
    app.jinja_env.globals["formats_of"] = formats_of
    app.jinja_env.globals["questions_about"] = asks.questions_about
    app.jinja_env.globals["at_text"] = reviews.at_text
    app.jinja_env.filters["board_data"] = reviews.board_data
    packing.set_up(app)
    for feature in (
        gallery, sheets, samples, snap, results, fields, what_if, history, exports, together, asks, fonts, health, api
    ):  # fmt: skip
        app.register_blueprint(feature.pages)
    return app
