"""A comparison may hold the source that both of its sides were compiled from."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds its digest and its name."""
    with op.batch_alter_table("comparisons") as table:
        table.add_column(sa.Column("source_digest", sa.String(64), nullable=True))
        table.add_column(sa.Column("source_name", sa.String(200), nullable=False, server_default=""))
        table.create_foreign_key("comparisons_source_digest", "sources", ["source_digest"], ["digest"])
        table.create_index("comparisons_source", ["source_digest"])


def downgrade() -> None:
    """Removes both."""
    with op.batch_alter_table("comparisons") as table:
        table.drop_index("comparisons_source")
        table.drop_constraint("comparisons_source_digest", type_="foreignkey")
        table.drop_column("source_name")
        table.drop_column("source_digest")
