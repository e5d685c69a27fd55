"""One running application for all web tests, and more of them for settings of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.samples import sample
from app.settings import Settings
from app.web.application import create_app

PAIR = sample("vadd")
LEFT, RIGHT = PAIR.left.read_bytes(), PAIR.right.read_bytes()
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

Start = Callable[..., TestClient]


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), workers=1, uploads_per_minute=0)
    with TestClient(create_app(settings), follow_redirects=False) as made:
        yield made


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts an application with other settings."""
    with ExitStack() as stack:

        def run(*, base: str = "http://testserver", **settings: Any) -> TestClient:
            chosen = Settings(**{"data": tmp_path, "workers": 1, "uploads_per_minute": 0, **settings})
            app = create_app(chosen)
            return stack.enter_context(TestClient(app, base, follow_redirects=False, raise_server_exceptions=False))

        yield run


@pytest.fixture(scope="session")
def kept(client: TestClient) -> dict[str, Any]:
    """A comparison that stays for the whole run."""
    return send(client, title="Vector addition")


def send(client: TestClient, left: bytes = LEFT, right: bytes = RIGHT, **words: str) -> dict[str, Any]:
    answer = client.post("/api/v1/comparisons", files=files(left, right), data=words)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def files(left: bytes, right: bytes) -> dict[str, tuple[str, bytes]]:
    return {"left": ("kernel.ptx", left), "right": ("kernel.s", right)}
