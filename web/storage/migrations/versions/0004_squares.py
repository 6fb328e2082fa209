"""Photos of squared paper: what a person is shown of it, and the fields that were pointed out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("uploaded_photo") as photo:
        photo.add_column(sa.Column("squares", sa.JSON(), nullable=True))
        photo.add_column(sa.Column("pointed_out", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("uploaded_photo") as photo:
        photo.drop_column("pointed_out")
        photo.drop_column("squares")
