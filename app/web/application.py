"""Settings → the application: services, routes, and what stands around every request."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from fastapi import Depends, FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from app import __version__, isa, paths
from app.errors import UserError
from app.settings import Settings, settings
from app.store import Store
from app.web import answers, api, health, site
from app.web.assets import Assets
from app.web.limits import BodyLimit, Rate
from app.web.metrics import Measured, Metrics
from app.web.security import Guarded, refuse_foreign
from app.web.services import Services
from app.worker import Limits, Pool

_LOG = logging.getLogger("warpwave.web")


def create_app(chosen: Settings | None = None) -> FastAPI:
    """The application; raises ``StoreUnavailable`` when its store can't be opened."""
    chosen = chosen or settings()
    metrics = Metrics()
    found = Services(
        settings=chosen,
        store=Store(chosen.store_url),
        pool=Pool(_limits(chosen), metrics.analysed),
        metrics=metrics,
        uploads=Rate(chosen.uploads_per_minute),
    )
    app = FastAPI(
        title="Warpwave",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=_lifespan,
        dependencies=[Depends(_from_here)],
    )
    app.state.services = found
    for routes in (health.router, api.router, site.router):
        app.include_router(routes)
    app.mount("/static", Assets(directory=paths.STATIC), name="static")
    answers.install(app)
    app.add_middleware(BodyLimit, limit=chosen.max_request_bytes)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(chosen.allowed_hosts))
    app.add_middleware(Guarded, ancestors=chosen.embed_ancestors)
    app.add_middleware(Measured, metrics=metrics)
    return app


def _limits(chosen: Settings) -> Limits:
    return Limits(
        processes=chosen.workers,
        seconds=chosen.analysis_seconds,
        megabytes=chosen.analysis_megabytes,
        room=chosen.cached_lines,
        waiting=chosen.max_waiting,
    )


async def _from_here(request: Request) -> None:
    refuse_foreign(request.method, request.headers)


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    found: Services = app.state.services
    isa.check()
    found.pool.start()
    tasks = [asyncio.create_task(_warm(app)), asyncio.create_task(_sweep(found))]
    yield
    for task in tasks:
        task.cancel()
    await run_in_threadpool(found.pool.close)
    found.store.close()


async def _warm(app: FastAPI) -> None:
    """Makes the first page before anyone asks for it."""
    with contextlib.suppress(UserError):
        await run_in_threadpool(site.first_page, app)


async def _sweep(found: Services) -> None:
    """Removes what has expired, now and then."""
    while True:
        try:
            found.metrics.removed.labels("expired").inc(await run_in_threadpool(found.store.sweep))
        except Exception:
            _LOG.exception("the sweep failed")
        await asyncio.sleep(found.settings.sweep_seconds)
