"""The pages: home, what a side is, sending a comparison, reading one, reading a sample."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from fastapi import APIRouter, FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from app import listing
from app.errors import UserError
from app.pages.home import Detection, Finding, HomePage, failing, finding, home_page
from app.samples import Sample, sample
from app.sources import read_source
from app.web.answers import page, wants_page
from app.web.reading import READ, Opened, reading_routes
from app.web.services import Services, services
from app.web.uploads import Bounds, Form, Part, bounds, check_size, fields, part, read_form, receive
from app.worker import Pair, Text

TOKEN_COOKIE = "delete_token"
"""Set once, on the path of a comparison that was just sent by a form, for ten minutes: its page's script
takes the token from there into the browser's own list of what it has sent."""

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=[*READ])
def home(request: Request) -> Response:
    """The first page."""
    return page(first_page(request.app))


def first_page(app: FastAPI) -> HomePage:
    """The first page, empty; made once an application, by an analysing process, because it shows every sample."""
    state = app.state
    if not hasattr(state, "first_page"):
        found: Services = state.services
        state.first_page = found.pool.run(home_page, limit=found.settings.max_upload_bytes)
    made: HomePage = state.first_page
    return made


@router.post("/comparisons")
async def send(request: Request) -> Response:
    """Saves what the first page's form holds and shows it; with an error, the form comes back as it was."""
    form = await read_form(request)
    try:
        receipt = await receive(request, form)
    except UserError as error:
        if not wants_page(request):
            raise
        return await run_in_threadpool(_again, request.app, form, error)
    path = f"/c/{receipt.stored.id}"
    answer = RedirectResponse(path, 303)
    answer.set_cookie(TOKEN_COOKIE, receipt.token, max_age=600, path=path, samesite="strict")
    return answer


def _again(app: FastAPI, form: Form, error: UserError) -> Response:
    left, right = (text if len(text) < 1_000_000 else "" for text in form.texts)
    context = replace(
        first_page(app), error=error, left_text=left, right_text=right, title=form.title, expires_in=form.expires_in
    )
    return page(context, error.status)


@router.post("/detect")
async def detect(request: Request) -> Response:
    """What is seen in one side of the form, as a part of the first page."""
    form = await fields(request)
    side = "right" if form.get("side") == "right" else "left"
    given = await part(form, side, "file", "text") or Part(b"", "", None)
    found = services(request)
    seen = await run_in_threadpool(found.pool.run, detected, given, bounds(found.settings))
    return page(Detection(side, seen))


def detected(given: Part, limits: Bounds) -> Finding:
    """What one side is, or what is wrong with it."""
    try:
        check_size(given, "", limits)
        halves = listing.split(read_source(given.raw, given.name))
        if halves is not None:
            first = listing.recognise(halves.first)
            message = f"It holds two instruction sets and is split at line {halves.line:,}: leave the other side empty."
            return finding(listing.read(first), message)
        return finding(listing.read(listing.open_source(given.raw, given.name)))
    except UserError as error:
        return failing(error)


def kept(request: Request, identifier: str) -> Opened:
    """The comparison that is saved under ``identifier``."""
    store = services(request).store
    stored = store.find(identifier)
    pair = Pair(Text(*stored.left), Text(*stored.right), Text(*stored.source) if stored.source else None)
    return Opened(f"/c/{stored.id}", stored.title, pair, lambda: [store.raw(text.digest) for text in pair.texts])


def shown(name: str) -> Opened:
    """The sample called ``name``; nothing is saved for it."""
    entry = sample(name)
    return Opened(f"/samples/{name}", entry.title, _pair(entry), lambda: _texts(entry))


@cache
def _pair(entry: Sample) -> Pair:
    left, right, *source = (hashlib.sha256(raw).hexdigest() for raw in _texts(entry))
    sides = Text(left, entry.left.name, "ptx"), Text(right, entry.right.name, "amdgcn")
    return Pair(*sides, Text(source[0], entry.source.name) if entry.source else None)


def _texts(entry: Sample) -> Sequence[bytes]:
    return [path.read_bytes() for path in (entry.left, entry.right, entry.source) if path]


router.include_router(reading_routes("/c/{identifier}", kept))
router.include_router(reading_routes("/samples/{name}", shown))
