"""Headers that keep a page to itself, and the refusal of what another site makes a browser send."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import Forbidden

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex",
}
_SAFE = ("GET", "HEAD", "OPTIONS")


class Guarded:
    """Adds the headers to every answer. Only a path that ends in ``/embed`` may stand in others' frames."""

    def __init__(self, app: ASGIApp, ancestors: Sequence[str]) -> None:
        self._app = app
        self._ancestors = " ".join(ancestors) or "'none'"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on unless another site caused it and it would change something."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        framed = scope["path"].endswith("/embed")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", _POLICY + (self._ancestors if framed else "'none'"))
                headers.setdefault("Cache-Control", "private, no-cache")
                if not framed:
                    headers.setdefault("X-Frame-Options", "DENY")
                    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
            await send(message)

        await self._app(scope, receive, guarded)


def refuse_foreign(method: str, headers: Headers) -> None:
    """Raises ``Forbidden`` for a change that a page of another site made a browser ask for.

    There are no cookies that carry rights, so this only keeps other sites from filling a store
    that their visitors can reach and they can't. Programs send neither header and pass.
    """
    if method in _SAFE:
        return
    site = headers.get("sec-fetch-site")
    sender = headers.get("origin")
    if site is not None:
        foreign = site == "cross-site"
    else:
        foreign = sender is not None and urlsplit(sender).netloc.lower() != headers.get("host", "").lower()
    if foreign:
        raise Forbidden("Another site sent this. Send it from a page of this service, or from a program.")
