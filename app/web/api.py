"""The HTTP interface for programs: send a comparison, read it as JSON, delete it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from app.errors import Forbidden
from app.pages.sheet import Spread
from app.report import report
from app.store import Stored
from app.web.reading import READ
from app.web.services import origin, services
from app.web.site import kept
from app.web.uploads import read_form, receive

router = APIRouter(prefix="/api/v1")


@router.post("/comparisons", status_code=201, response_class=JSONResponse)
async def create(request: Request) -> Response:
    """Saves a comparison of the files ``left`` and ``right``.

    Further fields: ``source`` (the file that both were compiled from), ``title``, ``left_isa``, ``right_isa``,
    ``expires_in`` (seconds).
    """
    receipt = await receive(request, await read_form(request))
    stored = receipt.stored
    url = f"{origin(request)}/c/{stored.id}"
    body = {
        "id": stored.id,
        "url": url,
        "delete_token": receipt.token,
        "expires_at": _time(stored.expires_at),
    }
    return JSONResponse(body, 201, {"Location": url})


@router.api_route("/comparisons/{identifier}", methods=[*READ], response_class=JSONResponse)
def read(request: Request, identifier: str) -> Response:
    """The comparison: both sides, links and what has none."""
    found = services(request)
    stored = found.store.find(identifier)
    opened = kept(request, identifier)
    return JSONResponse({**_about(stored), **found.pool.read(opened.pair, opened.load, spread_report)})


@router.delete("/comparisons/{identifier}", status_code=204, response_class=Response)
def delete(request: Request, identifier: str) -> Response:
    """Deletes a comparison; wants ``Authorization: Bearer`` and the token that came when it was saved."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    found = services(request)
    if scheme.lower() != "bearer" or not token.strip():
        found.store.find(identifier)
        raise Forbidden("Say Authorization: Bearer and the token that was given when this comparison was sent.")
    found.store.delete(identifier, token.strip())
    found.metrics.removed.labels("deleted").inc()
    return Response(status_code=204)


def spread_report(spread: Spread) -> dict[str, Any]:
    """The comparison of an opened pair as JSON values."""
    return report(spread.comparison)


def _about(stored: Stored) -> dict[str, Any]:
    return {
        "id": stored.id,
        "title": stored.title,
        "source": stored.source.name if stored.source else None,
        "created_at": _time(stored.created_at),
        "expires_at": _time(stored.expires_at),
    }


def _time(moment: datetime | None) -> str | None:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment is not None else None
