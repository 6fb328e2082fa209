"""The pages: a gallery of games, sheets to print, photos to read. Server-rendered; knows companion only."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from web import fonts, gallery, guard, languages, results, sheets, snap, words
from web.store import Store, data_folder

__all__ = ["create_app"]


def create_app(*, data: Path | None = None) -> Flask:
    """The web application; results are kept in `data`, or where `data_folder` says."""
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600
    app.extensions["store"] = Store(data or data_folder())
    app.jinja_env.globals["w"] = words
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    guard.set_up(app)
    languages.set_up(app)
    for feature in (gallery, sheets, snap, results, fonts):
        app.register_blueprint(feature.pages)
    return app
