"""Bounds on what a client may send: the size of a body while it streams in, and how many in a minute."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import TooLarge, TooMany

_DROPPED = 8
"""How many times the limit is read and dropped, so that a client that only listens once it has sent all of
its body gets the answer; beyond that the connection is cut."""


class BodyLimit:
    """Ends the reading of a body with ``TooLarge`` as soon as it is over ``limit`` bytes; the excess is never kept."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, counting."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"")
        expected = int(announced) if announced.isdigit() and len(announced) < 19 else 0 if not announced else 10**18
        count = 0

        async def counted() -> Message:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if max(count, expected) > self._limit:
                await self._drop(message, receive, expected)
                raise TooLarge(f"The request is larger than {self._limit:,} bytes.")
            return message

        await self._app(scope, counted, send)

    async def _drop(self, message: Message, receive: Receive, expected: int) -> None:
        left = _DROPPED * self._limit
        while message.get("more_body") and left > 0 and expected <= _DROPPED * self._limit:
            message = await receive()
            left -= len(message.get("body", b""))


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
