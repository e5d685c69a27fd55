"""The addresses under one comparison: its page, windows of rows, annotations, raw files, frame, offline file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.errors import NotFound, UserError
from app.pages.annotation import AnnotationPartial, about
from app.pages.comparison import ComparisonPage, NotLined, comparison_page, rows_partial
from app.pages.offline import Book
from app.pages.sheet import WINDOW, Spread
from app.pages.view import View, read_view
from app.render import render_offline
from app.web.answers import page
from app.web.services import origin, services
from app.worker import AnalysisFailed, Pair, Text

READ = ("GET", "HEAD")
EARLY = "/early"
"""Ends the path of a page whose sides are not lined up yet."""


@dataclass(frozen=True, slots=True)
class Opened:
    """One comparison, kept or a sample, as far as its addresses need it."""

    path: str
    """Of its page."""
    title: str
    pair: Pair
    load: Callable[[], Sequence[bytes]]
    """Reads the bytes of ``pair.texts``."""

    @property
    def base(self) -> str:
        """What the addresses of a page's parts start with; rows that are not lined up have addresses of their own."""
        return self.path if self.pair.lined else self.path + EARLY

    def early(self) -> Opened:
        """The same, its sides beside each other as they are."""
        return replace(self, pair=self.pair._replace(lined=False))

    def lined(self) -> Opened:
        """The same, its sides lined up."""
        return replace(self, pair=self.pair._replace(lined=True))


_SIDES = {"L": "left", "R": "right", "S": "source"}
"""By the letter that stands in addresses."""

Letter = Literal["L", "R", "S"]
Line = Annotated[int, Path(ge=1, le=10**9)]


def reading_routes(prefix: str, opener: Callable[..., Opened]) -> APIRouter:
    """The same routes for whatever ``opener``, a dependency, finds by the end of ``prefix``."""

    def early(found: Opened = Depends(opener)) -> Opened:
        return found.early()

    router = APIRouter(include_in_schema=False)
    router.include_router(_routes(prefix, opener))
    router.include_router(_routes(prefix + EARLY, early))

    @router.api_route(prefix + "/lined", methods=["GET"])
    def lined(request: Request, found: Opened = Depends(opener)) -> Response:
        """Takes as long as it takes to line the sides up, then has the page loaded again."""
        try:
            _ask(request, found, warm, found.base)
        except UserError as error:
            return page(NotLined(error.detail))
        except AnalysisFailed:
            return page(NotLined("That is a fault of ours; the service's log has it."))
        return Response(headers={"HX-Refresh": "true"})

    return router


def _routes(prefix: str, opener: Callable[..., Opened]) -> APIRouter:
    router = APIRouter()

    @router.api_route(prefix + ".html", methods=[*READ])
    def offline(request: Request, found: Opened = Depends(opener)) -> Response:
        html = _ask(request, found.lined(), offline_file, found.title, origin(request) + found.path)
        name = quote((found.title or "comparison").replace("/", "-"))
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}.html"}
        return HTMLResponse(html, headers=headers)

    @router.api_route(prefix, methods=[*READ])
    def whole(request: Request, found: Opened = Depends(opener)) -> Response:
        return _page(request, found, embedded=False)

    @router.api_route(prefix + "/embed", methods=[*READ])
    def framed(request: Request, found: Opened = Depends(opener)) -> Response:
        return _page(request, found, embedded=True)

    @router.api_route(prefix + "/rows", methods=[*READ])
    def rows(request: Request, found: Opened = Depends(opener)) -> Response:
        view = read_view(request.query_params)
        return page(_ask(request, found, rows_partial, found.base, replace(view, start=0), view.start // WINDOW))

    @router.api_route(prefix + "/{side:str}/{line:int}", methods=[*READ])
    def annotation(request: Request, side: Letter, line: Line, found: Opened = Depends(opener)) -> Response:
        view = read_view(request.query_params).focused(side, line)
        context = _ask(request, found, annotation_partial, found.base, view)
        if context is None:
            raise NotFound(f"There is no line {line:,}.", side=_SIDES[side], line=line)
        return page(context)

    @router.api_route(prefix + "/raw/{side}", methods=[*READ])
    def raw(request: Request, side: Literal["left", "right", "source"], found: Opened = Depends(opener)) -> Response:
        text: Text | None = getattr(found.pair, side)
        if text is None:
            raise NotFound("The kernel's source did not come with this comparison.", side=side)
        headers = {
            "ETag": f'"{text.digest}"',
            "Content-Disposition": f"inline; filename*=UTF-8''{quote(text.name)}",
            "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        }
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(found.load()[found.pair.texts.index(text)], media_type="text/plain", headers=headers)

    return router


def _page(request: Request, found: Opened, *, embedded: bool) -> Response:
    """The page; of a long pair that isn't lined up yet, first the rows as they are, which then ask for the rest."""
    if not found.pair.lined and services(request).pool.has(found.lined().pair):
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{found.path}{'/embed' if embedded else ''}{query}")
    if found.pair.lined and _takes_long(request, found):
        found = found.early()
    try:
        return page(_reading(request, found, embedded))
    except AnalysisFailed:
        if not found.pair.lined:
            raise
        return page(_reading(request, found.early(), embedded))


def _takes_long(request: Request, found: Opened) -> bool:
    most = services(request).settings.rows_first_bytes
    return not services(request).pool.has(found.pair) and sum(map(len, found.load())) >= most


def _reading(request: Request, found: Opened, embedded: bool) -> ComparisonPage:
    view = read_view(request.query_params)
    options = {"title": found.title, "url": origin(request) + found.path, "embedded": embedded}
    made: ComparisonPage = _ask(request, found, comparison_page, found.base, view, **options)
    return made if found.pair.lined else replace(made, awaits=found.path + "/lined")


def _ask(request: Request, found: Opened, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    return services(request).pool.read(found.pair, found.load, function, *arguments, **options)


def warm(spread: Spread, base: str) -> None:
    """Does all that the page will need."""
    comparison_page(spread, base, View(), title="", url="")


def annotation_partial(spread: Spread, base: str, view: View) -> AnnotationPartial | None:
    """The panel alone; ``None`` for a line that isn't there."""
    found = about(spread, base, view)
    return AnnotationPartial(found) if found is not None else None


def offline_file(spread: Spread, title: str, url: str) -> str:
    """The comparison as one HTML file."""
    return render_offline(Book(spread, title, url))
