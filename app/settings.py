"""The environment → ``Settings``: every limit of the service, each a variable ``WARPWAVE_…``."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, PositiveFloat, PositiveInt, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

Natural = Annotated[int, Field(ge=0)]
MEGABYTE = 1024 * 1024


class Settings(BaseSettings):
    """How this service runs. Names are those of the variables in lower case, without ``WARPWAVE_``."""

    model_config = SettingsConfigDict(env_prefix="WARPWAVE_", frozen=True)

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8765
    data: Path = Path("data")
    """Directory of the embedded store; not used when ``database_url`` is set."""
    database_url: str = ""
    """SQLAlchemy URL of a PostgreSQL database (``postgresql+psycopg://…``); empty for SQLite in ``data``."""
    base_url: str = ""
    """What links start with (``https://waves.example.org``); empty takes it from each request."""
    allowed_hosts: tuple[str, ...] = ("*",)
    """Host names that requests may be for, as a JSON list."""
    trusted_proxies: str = ""
    """Addresses whose ``X-Forwarded-…`` headers are believed, separated by commas; empty for none."""
    embed_ancestors: tuple[str, ...] = ("*",)
    """Origins whose pages may show ``/c/…/embed`` in a frame, as a JSON list."""

    max_upload_bytes: PositiveInt = 20 * MEGABYTE
    """Largest file on one side."""
    max_source_bytes: PositiveInt = MEGABYTE
    """Largest source of a kernel beside the two sides."""
    max_lines: PositiveInt = 500_000
    """Most lines of one file."""
    max_line_length: PositiveInt = 2 * MEGABYTE
    """Longest line, in characters."""
    default_expiry_seconds: Natural = 0
    """How long a comparison is kept when its sender doesn't say; 0 keeps it until it is deleted."""
    max_expiry_seconds: Natural = 0
    """The longest that a sender may ask for, and what 0 comes down to; 0 sets no bound."""
    uploads_per_minute: Natural = 120
    """Uploads from one address; 0 sets no bound."""

    workers: PositiveInt = min(2, os.cpu_count() or 1)
    """Processes that analyse."""
    analysis_seconds: PositiveFloat = 60.0
    """After this long an analysis is stopped."""
    analysis_megabytes: PositiveInt = 3072
    """Address space of one analysing process; on systems without such a limit it isn't enforced."""
    rows_first_bytes: Natural = 1_000_000
    """From this size of both sides together, a page shows its rows before they are lined up."""
    cached_lines: PositiveInt = 400_000
    """Lines of analysed listings that each process keeps for the next request."""
    max_waiting: PositiveInt = 24
    """Requests that may wait for an analysis; more are turned away."""
    sweep_seconds: PositiveFloat = 600.0
    """How often what has expired is removed."""
    log_level: str = "info"

    @property
    def store_url(self) -> str:
        """The URL of the store that is in use."""
        return self.database_url or f"sqlite:///{(self.data / 'warpwave.db').absolute()}"

    @property
    def max_request_bytes(self) -> int:
        """Largest body of a request: two sides, their source, and what a form adds."""
        return 2 * self.max_upload_bytes + self.max_source_bytes + MEGABYTE

    @model_validator(mode="after")
    def _expiry_fits(self) -> Self:
        if self.max_expiry_seconds and self.default_expiry_seconds > self.max_expiry_seconds:
            raise ValueError("WARPWAVE_DEFAULT_EXPIRY_SECONDS is more than WARPWAVE_MAX_EXPIRY_SECONDS")
        return self


@cache
def settings() -> Settings:
    """The settings of this process."""
    return Settings()
