"""A page's context → an HTML answer; an error → a page for a browser and JSON for a program."""

from __future__ import annotations

import logging
import secrets
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.errors import Busy, UserError
from app.pages.problem import ErrorPage
from app.render import render
from app.store.engine import StoreUnavailable

_LOG = logging.getLogger("warpwave.web")
_RETRY = {"Retry-After": "5"}


def page(context: Any, status: int = 200) -> HTMLResponse:
    """The context in its template."""
    return HTMLResponse(render(context), status, {"Vary": "Accept, HX-Request"})


def wants_page(request: Request) -> bool:
    """Whether the client is a browser rather than a program."""
    accepted = request.headers.get("accept", "")
    html, json = accepted.find("text/html"), accepted.find("application/json")
    return html >= 0 and (json < 0 or html < json)


def problem(
    request: Request, status: int, title: str, detail: str, side: str | None = None, line: int | None = None
) -> Response:
    """An error in the form that the client reads."""
    headers = _RETRY if status in (429, 503) else {}
    if wants_page(request):
        answer: Response = page(ErrorPage(status, title, detail, side, line), status)
        answer.headers.update(headers)
        return answer
    body = {"error": {"title": title, "detail": detail, "side": side, "line": line}}
    return JSONResponse(body, status, headers)


def install(app: FastAPI) -> None:
    """Answers every kind of error; no traceback leaves the service."""

    @app.exception_handler(UserError)
    async def mendable(request: Request, error: UserError) -> Response:
        if isinstance(error, Busy | StoreUnavailable):
            _LOG.warning("%s: %s", error.title, error.detail)
        return problem(request, error.status, error.title, error.detail, error.side, error.line)

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        title = HTTPStatus(error.status_code).phrase
        answer = problem(request, error.status_code, title, _DETAILS.get(error.status_code, str(error.detail)))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(RequestValidationError)
    async def of_parameters(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return problem(request, 422, "That can't be read", f"{where}: {first['msg']}.")

    @app.exception_handler(Exception)
    async def ours(request: Request, error: Exception) -> Response:
        name = secrets.token_hex(4)
        _LOG.error("fault %s at %s", name, getattr(request.scope.get("route"), "path", "?"), exc_info=error)
        return problem(
            request, 500, "A fault of ours", f"This should not have happened. The service's log calls it {name}."
        )


_DETAILS = {
    404: "There is nothing at this address. Check that the whole link was copied.",
    405: "That can't be done at this address.",
}
