"""Bounds on what a client may send: the size of a body while it streams in, and how many in a minute."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import TooLarge, TooMany


class BodyLimit:
    """Ends the reading of a body with ``TooLarge`` as soon as it is over ``limit`` bytes."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, counting."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"")
        excess = announced.isdigit() and (len(announced) > 18 or int(announced) > self._limit)
        count = 0

        async def counted() -> Message:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if excess or count > self._limit:
                raise TooLarge(f"The request is larger than {self._limit:,} bytes.")
            return message

        await self._app(scope, counted, send)


class Rate:
    """At most ``limit`` events a minute from one address; 0 sets no bound."""

    def __init__(self, limit: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._lock = threading.Lock()
        self._minute = 0
        self._seen: Counter[str] = Counter()

    def count(self, address: str) -> None:
        """Notes one event; raises ``TooMany`` when it is one too many."""
        if not self._limit:
            return
        with self._lock:
            minute = int(self._clock() // 60)
            if minute != self._minute:
                self._minute = minute
                self._seen.clear()
            self._seen[address] += 1
            if self._seen[address] > self._limit:
                raise TooMany(f"No more than {self._limit} uploads a minute are taken from one address.")
