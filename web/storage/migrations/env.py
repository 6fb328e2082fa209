"""How alembic runs here: on the connection that `web.storage.database` hands it, inside its transaction."""

from __future__ import annotations

from alembic import context

from web.storage.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the caller's transaction holds all of it
)
context.run_migrations()
