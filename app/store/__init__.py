"""Raw sources, comparisons and cached results in SQLite or PostgreSQL."""
