"""Seats: when a player took his place, and when he opened his sheet to the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("taken", sa.DateTime(timezone=True), nullable=True))
        seat.add_column(sa.Column("opened", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        seat.drop_column("opened")
        seat.drop_column("taken")
