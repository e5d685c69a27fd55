"""The first tables: sources by content hash, comparisons of two of them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes both tables."""
    op.create_table(
        "sources",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "comparisons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=True),
        sa.Column("removed_at", sa.BigInteger, nullable=True),
        sa.Column("left_digest", sa.String(64), sa.ForeignKey("sources.digest"), nullable=True),
        sa.Column("left_name", sa.String(200), nullable=False),
        sa.Column("left_isa", sa.String(32), nullable=False),
        sa.Column("right_digest", sa.String(64), sa.ForeignKey("sources.digest"), nullable=True),
        sa.Column("right_name", sa.String(200), nullable=False),
        sa.Column("right_isa", sa.String(32), nullable=False),
    )
    op.create_index("comparisons_left", "comparisons", ["left_digest"])
    op.create_index("comparisons_right", "comparisons", ["right_digest"])
    op.create_index("comparisons_expiry", "comparisons", ["expires_at"])


def downgrade() -> None:
    """Removes both tables."""
    op.drop_table("comparisons")
    op.drop_table("sources")
