"""What operators ask: is it alive, is it ready, what has it done."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import JSONResponse, Response

from app import __version__
from app.web.reading import READ
from app.web.services import services

router = APIRouter(include_in_schema=False)


@router.api_route("/healthz", methods=[*READ])
async def alive() -> Response:
    """200 as long as the process answers."""
    return JSONResponse({"status": "ok", "version": __version__})


@router.api_route("/readyz", methods=[*READ])
def ready(request: Request) -> Response:
    """200 when the store answers, else 503."""
    reachable = services(request).store.is_reachable()
    status = "ok" if reachable else "unavailable"
    return JSONResponse({"status": status, "store": status}, 200 if reachable else 503)


@router.api_route("/metrics", methods=[*READ])
def metrics(request: Request) -> Response:
    """Counters in Prometheus' text form."""
    return Response(services(request).metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})
