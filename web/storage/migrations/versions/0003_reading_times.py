"""How long photos took to be read, for the counters: a row for each step of the histogram."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

STEPS = (0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 13.0, 20.0, 30.0, 60.0, 1e9)
"""Seconds; the last row takes everything that is longer. They change by another migration only."""


def upgrade() -> None:
    times = op.create_table(
        "reading_time",
        sa.Column("most_seconds", sa.Float(), nullable=False),
        sa.Column("photos", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("most_seconds"),
    )
    op.bulk_insert(times, [{"most_seconds": step, "photos": 0, "seconds": 0.0} for step in STEPS])


def downgrade() -> None:
    op.drop_table("reading_time")
