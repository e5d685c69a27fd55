"""What stands around every request: limits, headers, health, faults."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.errors import Busy
from app.worker import Limits
from app.worker.pool import AnalysisFailed
from web.conftest import BROWSER, LEFT, RIGHT, Start, files, send


def test_health(client: TestClient) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    assert client.get("/readyz").json()["status"] == "ok"


def test_not_ready_without_a_store(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    client = start()
    store = client.app.state.services.store  # type: ignore[attr-defined]
    monkeypatch.setattr(store, "is_reachable", lambda: False)
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_metrics_count_routes_not_names(client: TestClient, kept: dict[str, Any]) -> None:
    client.get(f"/c/{kept['id']}")
    text = client.get("/metrics").text
    assert re.search(r'warpwave_requests_total\{method="GET",route="/c/\{identifier\}",status="200"\} [1-9]', text)
    assert "warpwave_analysis_seconds_bucket" in text
    assert kept["id"] not in text


def test_every_answer_is_guarded(client: TestClient, kept: dict[str, Any]) -> None:
    for path in ("/", f"/c/{kept['id']}", "/nothing", "/static/css/base.css", "/api/v1/comparisons/none"):
        headers = client.get(path, headers=BROWSER).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"


def test_pages_have_no_inline_script_or_style_and_fetch_nothing_elsewhere(
    client: TestClient, kept: dict[str, Any]
) -> None:
    for path in ("/", f"/c/{kept['id']}?L=30", f"/c/{kept['id']}/embed", "/nothing"):
        text = client.get(path, headers=BROWSER).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text), path
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//(?!testserver)', text), path


def test_static_files_are_kept_by_their_hash(client: TestClient) -> None:
    link = re.search(r'href="(/static/css/base\.css\?[0-9a-f]+)"', client.get("/").text)
    assert link is not None
    assert "immutable" in client.get(link[1]).headers["cache-control"]
    plain = client.get("/static/css/base.css")
    assert plain.headers["cache-control"] == "no-cache"
    assert client.get("/static/css/base.css", headers={"If-None-Match": plain.headers["etag"]}).status_code == 304
    assert client.get("/static/../app/errors.py").status_code == 404


def test_htmx_is_served_from_here(client: TestClient) -> None:
    answer = client.get("/static/vendor/htmx.min.js")
    assert answer.status_code == 200
    assert re.search(r'version:"2\.', answer.text)


def test_pages_are_compressed(client: TestClient, kept: dict[str, Any]) -> None:
    answer = client.get(f"/c/{kept['id']}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://testserver"}, 201),
    ],
)
def test_another_site_can_not_send(client: TestClient, headers: dict[str, str], status: int) -> None:
    assert client.post("/api/v1/comparisons", files=files(LEFT, RIGHT), headers=headers).status_code == status


def test_reading_is_not_refused_to_links_from_elsewhere(client: TestClient, kept: dict[str, Any]) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", **BROWSER}
    assert client.get(f"/c/{kept['id']}", headers=headers).status_code == 200


def test_only_named_hosts_are_answered(start: Start) -> None:
    client = start(allowed_hosts=["testserver"])
    assert client.get("/healthz").status_code == 200
    assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 400


def test_uploads_are_counted_by_the_minute(start: Start) -> None:
    client = start(uploads_per_minute=2)
    send(client)
    send(client)
    answer = client.post("/api/v1/comparisons", files=files(LEFT, RIGHT))
    assert answer.status_code == 429
    assert answer.headers["retry-after"]
    assert answer.json()["error"]["title"]


def test_a_body_is_cut_off_while_it_streams(start: Start) -> None:
    client = start(max_upload_bytes=1000)
    limit = client.app.state.services.settings.max_request_bytes  # type: ignore[attr-defined]
    sent = 0

    def stream() -> Iterator[bytes]:
        nonlocal sent
        yield b'--x\r\nContent-Disposition: form-data; name="left"; filename="a"\r\n\r\n'
        for _ in range(10 * limit // 65536):
            sent += 65536
            yield b"a" * 65536

    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = client.post("/api/v1/comparisons", content=stream(), headers=headers)
    assert answer.status_code == 413
    assert answer.json()["error"]["title"] == "Too large"
    announced = client.post("/api/v1/comparisons", content=b"", headers={**headers, "Content-Length": str(10**15)})
    assert announced.status_code == 413


def slow(*_: object, **__: object) -> None:
    time.sleep(600)


def test_a_slow_analysis_is_a_clean_answer(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    client = start()
    assert client.get("/").status_code == 200, "what the start itself asks for must be over"
    monkeypatch.setattr(client.app.state.services.pool, "_limits", Limits(1, 1.5, 3000, 1000, 9))  # type: ignore[attr-defined]
    monkeypatch.setattr("app.web.reading.comparison_page", slow)
    for headers in ({}, BROWSER):
        answer = client.get("/samples/tcgen05_mfma", headers=headers)
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        assert "longer than 1.5 seconds" in answer.text
        assert client.get("/healthz").status_code == 200


def test_a_fault_of_ours_shows_no_traceback(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    client = start()
    pool = client.app.state.services.pool  # type: ignore[attr-defined]

    def fail(*_: object, **__: object) -> None:
        raise AnalysisFailed("KeyError")

    monkeypatch.setattr(pool, "read", fail)
    for headers in ({}, BROWSER):
        answer = client.get("/samples/vadd", headers=headers)
        assert answer.status_code == 500
        assert "fault of ours" in answer.text
        assert "KeyError" not in answer.text


def test_being_busy_is_said_with_when_to_come_back(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    client = start()
    pool = client.app.state.services.pool  # type: ignore[attr-defined]

    def refuse(*_: object, **__: object) -> None:
        raise Busy("Try again in a moment.")

    monkeypatch.setattr(pool, "read", refuse)
    answer = client.get("/samples/vadd")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


def test_many_readers_at_once(client: TestClient, kept: dict[str, Any]) -> None:
    seen: list[int] = []

    def read(number: int) -> None:
        seen.append(client.get(f"/c/{kept['id']}/rows?from={number * 64}").status_code)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(12)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert seen == [200] * 12
