"""A running service and a browser, for what is measured or pictured."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

from app.paths import ROOT


@contextlib.contextmanager
def service() -> Iterator[str]:
    """The address of a service on a free port with its own data."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "app", "serve", "--host", "127.0.0.1", "--port", str(port), "--data", data]
        environment = {**os.environ, "WARPWAVE_ANALYSIS_SECONDS": "600", "WARPWAVE_WORKERS": "1"}
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        address = f"http://127.0.0.1:{port}"
        try:
            for _ in range(600):
                with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/", timeout=60):
                    break
                time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=30)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, or Playwright's."""
    path = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
