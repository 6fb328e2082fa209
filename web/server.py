"""`companion serve`: the pages behind waitress, photos read by processes of their own or by Celery workers."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from flask import Flask

from companion.catalog import game_names
from companion.errors import CompanionError
from companion.text import LANGUAGES, Text
from web import create_app
from web.guard import MOST_MEGABYTES
from web.log import set_up_log
from web.storage.store import Store
from web.work.door import BROKER_VARIABLE, Door
from web.work.housekeeping import keep_house_for_ever

log = logging.getLogger("companion.server")

PROXY_VARIABLE = "COMPANION_TRUSTED_PROXY"
"""The address of a proxy in front of this server, whose word on the visitor's address and scheme is taken."""

THREADS = 8
"""Pages answered at the same time. Photos are not read in these threads."""

CONNECTIONS = 200
SLOW_SECONDS = 60
"""A connection that is silent for so long is dropped."""


class CannotListen(CompanionError):
    """The address or port is not to be had."""

    code = "LISTEN"


def serve(host: str, port: int, say: Callable[[], None]) -> None:
    """Serve until told to stop; `say` is called once it listens. Raises `CannotListen`."""
    import waitress

    set_up_log()
    app = create_app(door=open_door)
    proxy = os.environ.get(PROXY_VARIABLE)
    trusted = (
        {
            "trusted_proxy": proxy,
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"},
        }
        if proxy
        else {}
    )
    try:
        server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=SLOW_SECONDS,
            max_request_body_size=MOST_MEGABYTES * 1_000_000,
            # Left in place, so that `/metrics` knows a proxy that nobody told us about.
            clear_untrusted_proxy_headers=False,
            ident=None,
            **trusted,
        )
    except (OSError, ValueError) as error:
        app.extensions["door"].close()
        raise CannotListen(_cannot_listen(host, port, error)) from None
    keep_house_for_ever(app.extensions["store"], app.extensions["door"])
    signal.signal(signal.SIGTERM, _stop)
    _warm_up(app)
    say()
    try:
        server.run()
    finally:
        server.close()
        app.extensions["door"].close()


def open_door(store: Store) -> Door:
    """Celery workers when a broker is set, processes of this machine otherwise."""
    if os.environ.get(BROKER_VARIABLE):
        from web.work.celery_door import CeleryDoor

        return CeleryDoor(store)
    from web.work.local import LocalDoor

    return LocalDoor(store)


def _warm_up(app: Flask) -> None:
    """Draw the first page once in every language, so that the first visitor need not wait for its pictures."""
    from companion import screen

    for lang in LANGUAGES:
        for name in game_names():
            screen.example_picture(name, lang)
        with app.test_request_context(headers={"Accept-Language": lang}):
            app.preprocess_request()
            app.dispatch_request()


def _stop(_signal: int, _frame: object) -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _cannot_listen(host: str, port: int, error: Exception) -> Text:
    why = getattr(error, "strerror", None) or str(error)
    return Text(
        en="cannot listen on {host}:{port} ({why}); choose another --port, or stop what is running there",
        ru="порт {host}:{port} недоступен ({why}); выберите другой --port или остановите то, что там работает",
    ).fill(host=host, port=port, why=why)
