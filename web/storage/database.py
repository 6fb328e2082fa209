"""The database: a file of its own by default, PostgreSQL where `COMPANION_DATABASE_URL` says so."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.orm import Session

DATABASE_VARIABLE = "COMPANION_DATABASE_URL"
FILE = "companion.sqlite"
HEAD = "0004"
"""The newest migration; a database that is there already is not looked through again."""

PATIENCE_SECONDS = 30
"""How long a writer waits for another one."""

SHORT_WAIT_SECONDS = 0.02

_MIGRATIONS = Path(__file__).parent / "migrations"
_UPGRADE_LOCK = 7_202_611
"""An arbitrary number: PostgreSQL's name for "somebody is changing the tables"."""


@dataclass(frozen=True, slots=True)
class Database:
    """An engine with our way of beginning transactions."""

    engine: Engine

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A look at the database; what it gives stays usable afterwards."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """All of it or nothing is written."""
        with self.engine.connect().execution_options(is_writing=True) as connection:
            with Session(connection, expire_on_commit=False) as session, session.begin():
                yield session
            connection.commit()

    def is_well(self) -> bool:
        """Whether it answers. Raises what the driver raises when it does not."""
        with self.engine.connect() as connection:
            return connection.execute(text("select 1")).scalar() == 1


def open_database(folder: Path) -> Database:
    """The database, with its tables as this version wants them; a file in `folder` unless told otherwise."""
    url = os.environ.get(DATABASE_VARIABLE)
    database = Database(_server(url) if url else _file(folder / FILE))
    _upgrade(database)
    return database


def _server(url: str) -> Engine:
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    return create_engine(url, pool_pre_ping=True, pool_recycle=1800)


def _file(path: Path) -> Engine:
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE_SECONDS})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        _write_ahead(connection)
        for setting in ("foreign_keys=on", "secure_delete=on", "synchronous=normal"):
            connection.execute(f"pragma {setting}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer says so at once: a reader that turns writer later would be refused instead of waiting.
        is_writing = connection.get_execution_options().get("is_writing", False)
        connection.exec_driver_sql("begin immediate" if is_writing else "begin")

    return engine


def _write_ahead(connection: Any) -> None:
    """Set the file to a write-ahead log; where another process is at that very moment, wait, which SQLite does not."""
    given_up = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            connection.execute("pragma journal_mode=wal")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > given_up:
                raise
            time.sleep(SHORT_WAIT_SECONDS)


def _upgrade(database: Database) -> None:
    """Bring the tables up to `HEAD`; of several processes that start at once, one does it."""
    with database.engine.connect().execution_options(is_writing=True) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"select pg_advisory_xact_lock({_UPGRADE_LOCK})"))
        if not (inspect(connection).has_table("alembic_version") and _version(connection) == HEAD):
            _run_migrations(connection)
        connection.commit()


def _version(connection: Connection) -> str | None:
    return connection.execute(text("select version_num from alembic_version")).scalar()


def _run_migrations(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
