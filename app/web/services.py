"""What every route works with: settings, store, analysing processes, metrics; one object an application."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from app.settings import Settings
from app.store import Store
from app.web.limits import Rate
from app.web.metrics import Metrics
from app.worker import Pool


@dataclass(frozen=True, slots=True)
class Services:
    """Shared by all requests; each part is safe to use from several threads."""

    settings: Settings
    store: Store
    pool: Pool
    metrics: Metrics
    uploads: Rate


def services(request: Request) -> Services:
    """The services of the application that serves ``request``."""
    found: Services = request.app.state.services
    return found


def origin(request: Request) -> str:
    """What links start with: the setting, or what the request was sent to."""
    return (services(request).settings.base_url or str(request.base_url)).rstrip("/")
