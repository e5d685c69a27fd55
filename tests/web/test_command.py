"""``serve`` and ``push`` against each other, over a real connection."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import cli
from app.samples import sample

ENTRY = sample("tcgen05_mfma")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("served")
    command = [sys.executable, "-m", "app", "serve", "--port", "0", "--data", str(data)]
    environment = {**os.environ, "WARPWAVE_WORKERS": "1", "WARPWAVE_MAX_UPLOAD_BYTES": "300000"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        yield address[0]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_what_is_pushed_is_at_the_link(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["push", str(ENTRY.left), str(ENTRY.right), "--server", server, "--title", "pushed"]) == 0
    link = capsys.readouterr().out.strip()
    assert link.startswith(f"{server}/c/")
    with urllib.request.urlopen(f"{link}/raw/left") as answer:
        assert answer.read() == ENTRY.left.read_bytes()
    with urllib.request.urlopen(link) as answer:
        assert "pushed" in answer.read().decode()


def test_push_gives_the_token_as_json(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["push", str(ENTRY.left), str(ENTRY.right), "--server", server, "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    headers = {"Authorization": f"Bearer {made['delete_token']}"}
    request = urllib.request.Request(f"{server}/api/v1/comparisons/{made['id']}", headers=headers, method="DELETE")
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 204


def test_push_says_what_the_server_refused(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prose, large = tmp_path / "prose.txt", tmp_path / "large.s"
    prose.write_text("no kernel at all\n")
    large.write_bytes(b"s_nop 0\n" * 400_000)
    assert cli.run(["push", str(ENTRY.left), str(prose), "--server", server]) == 2
    said = capsys.readouterr().err
    assert "422" in said
    assert "right, line 1" in said
    assert cli.run(["push", str(ENTRY.left), str(large), "--server", server]) == 2
    assert "413: Too large" in capsys.readouterr().err


def test_a_taken_port_is_said_so(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = server.rsplit(":", 1)[1]
    assert cli.run(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    assert "in use" in capsys.readouterr().err
