"""Requests, analyses and uploads, counted for Prometheus."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "warpwave_requests", "Requests answered", ("method", "route", "status"), registry=self._registry
        )
        self.request_seconds = Histogram(
            "warpwave_request_seconds", "Time to answer", ("route",), buckets=_SECONDS, registry=self._registry
        )
        self._analysis_seconds = Histogram(
            "warpwave_analysis_seconds", "Time in analysis", ("outcome",), buckets=_SECONDS, registry=self._registry
        )
        self.uploads = Counter("warpwave_uploads", "Comparisons saved", registry=self._registry)
        self.upload_bytes = Counter("warpwave_upload_bytes", "Bytes of sources saved", registry=self._registry)
        self.removed = Counter("warpwave_removed", "Comparisons removed", ("why",), registry=self._registry)

    def analysed(self, outcome: str, seconds: float) -> None:
        """Notes one question to an analysing process."""
        self._analysis_seconds.labels(outcome).observe(seconds)

    def text(self) -> bytes:
        """All of it in Prometheus' text form."""
        return generate_latest(self._registry)


class Measured:
    """Counts requests by the pattern of their route, never by their path: a path may name a kernel."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, with a watch in hand."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = time.perf_counter()
        status = 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            self._metrics.requests.labels(_method(scope["method"]), route, str(status)).inc()
            self._metrics.request_seconds.labels(route).observe(time.perf_counter() - begin)


def _method(method: str) -> str:
    return method if method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH") else "other"
