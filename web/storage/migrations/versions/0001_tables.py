"""The first tables: uploads, photos, positions, corrections, shared games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "shared_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "upload",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("visitor", sa.String(length=64), nullable=True),
        sa.Column("lang", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=True),
        sa.Column("options", sa.JSON(), nullable=True),
        sa.Column("code", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    op.create_index("ix_upload_created", "upload", ["created"])
    op.create_index("ix_upload_visitor", "upload", ["visitor"])

    op.create_table(
        "uploaded_photo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("file", sa.String(length=64), nullable=True),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("queued", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claim", sa.String(length=64), nullable=True),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("error_en", sa.String(), nullable=True),
        sa.Column("error_ru", sa.String(), nullable=True),
        sa.Column("timings_ms", sa.JSON(), nullable=True),
        sa.Column("files", sa.JSON(), nullable=True),
        sa.Column("report", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("upload_id", "number"),
    )
    op.create_index("ix_uploaded_photo_state", "uploaded_photo", ["state", "queued"])
    op.create_index("ix_uploaded_photo_upload_id", "uploaded_photo", ["upload_id"])

    op.create_table(
        "read_position",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("photo_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("serial", sa.String(length=32), nullable=True),
        sa.Column("sheet", sa.JSON(), nullable=True),
        sa.Column("board_group", sa.Integer(), nullable=False),
        sa.Column("begins", sa.Integer(), nullable=True),
        sa.Column("notation", sa.String(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("boards", sa.JSON(), nullable=False),
        sa.Column("corners_px", sa.JSON(), nullable=False),
        sa.Column("pictures", sa.JSON(), nullable=False),
        sa.Column("confirmed", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["photo_id"], ["uploaded_photo.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("photo_id", "place"),
    )
    op.create_index("ix_read_position_photo_id", "read_position", ["photo_id"])
    op.create_index("ix_read_position_sheet", "read_position", ["game", "serial"])

    op.create_table(
        "correction",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("position_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("board", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.JSON(), nullable=False),
        sa.Column("symbol", sa.String(length=16), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["position_id"], ["read_position.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("position_id", "number"),
    )
    op.create_index("ix_correction_position_id", "correction", ["position_id"])

    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("shared_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("withdrawn", sa.DateTime(timezone=True), nullable=True),
        sa.Column("position_id", sa.Integer(), nullable=True),
        sa.Column("seal", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["position_id"], ["read_position.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["shared_id"], ["shared_game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("shared_id", "player"),
        sa.UniqueConstraint("token"),
    )
    op.create_index("ix_seat_shared_id", "seat", ["shared_id"])


def downgrade() -> None:
    for table in ("seat", "correction", "read_position", "uploaded_photo", "upload", "shared_game"):
        op.drop_table(table)
