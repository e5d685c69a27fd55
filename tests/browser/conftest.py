"""A server of its own on a free port, with its own data, and a Chromium to look at it with."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from app.paths import ROOT

PATIENCE = 90
"""Seconds that a slow machine gets to start, or to answer."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


expect.set_options(timeout=PATIENCE * 1000)


def free_port() -> int:
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return int(each.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running service."""
    port = free_port()
    data: Path = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "app", "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(data)]
    log = (data / "log").open("w")
    environment = {**os.environ, "WARPWAVE_UPLOADS_PER_MINUTE": "1000", "WARPWAVE_EMBED_ANCESTORS": '["*"]'}
    process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, process, data / "log")
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)
        log.close()


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(PATIENCE * 5):
        if process.poll() is not None:
            pytest.fail(f"The server ended with {process.returncode}:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"The server did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    made.grant_permissions(["clipboard-read", "clipboard-write"])
    made.set_default_timeout(PATIENCE * 1000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose errors and refused scripts or styles fail the test."""
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    yield opened
    assert not [each for each in problems if "status of 4" not in each]
