"""A comparison that came with the kernel's source: sending it, reading it, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from web.conftest import BROWSER, LEFT, PAIR, RIGHT, Start, files, send

assert PAIR.source is not None
SOURCE = PAIR.source.read_bytes()
LINE = next(n for n, line in enumerate(SOURCE.decode().splitlines(), 1) if "tl.store" in line)


def sending(name: str = "kernel.py", raw: bytes = SOURCE) -> dict[str, tuple[str, bytes]]:
    return {**files(LEFT, RIGHT), "source": (name, raw)}


@pytest.fixture(scope="module")
def sourced(client: TestClient) -> dict[str, Any]:
    answer = client.post("/api/v1/comparisons", files=sending())
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_source_comes_back_as_it_was_sent(client: TestClient, sourced: dict[str, Any]) -> None:
    answer = client.get(f"/c/{sourced['id']}/raw/source")
    assert answer.content == SOURCE
    assert answer.headers["content-type"].startswith("text/plain")
    assert client.get(f"/api/v1/comparisons/{sourced['id']}").json()["source"] == "kernel.py"


def test_its_page_has_a_third_pane(client: TestClient, sourced: dict[str, Any]) -> None:
    page = client.get(f"/c/{sourced['id']}?S={LINE}", headers=BROWSER).text
    assert f'<div class="r sel" id="S{LINE}"' in page
    assert f'data-s="{LINE}"' in page
    assert "st.global" in page.split('id="note"')[1]
    assert "kernel.py" in page


def test_the_panel_of_a_source_line_is_a_part_of_a_page(client: TestClient, sourced: dict[str, Any]) -> None:
    part = client.get(f"/c/{sourced['id']}/S/{LINE}").text
    assert "tl.store" in part
    assert "<html" not in part
    assert client.get(f"/c/{sourced['id']}/S/999").status_code == 404


def test_without_a_source_there_is_none(client: TestClient) -> None:
    path = f"/c/{send(client)['id']}"
    assert client.get(f"{path}/raw/source").status_code == 404
    assert client.get(f"{path}/S/1").status_code == 404
    page = client.get(f"{path}?S=3&src=1&side=S", headers=BROWSER)
    assert page.status_code == 200
    assert 'id="source"' not in page.text
    assert client.get(f"/api/v1/comparisons{path[2:]}").json()["source"] is None


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"\x7fELF\x02\x01\x00\x00" * 40, "binary"),
        (b" \n\n", "white space"),
        (b"a = 1\nb = '\x00'\n", "line 2"),
        (b"x" * (1024 * 1024 + 1), "1,048,577 bytes"),
    ],
)
def test_what_is_no_source_is_refused_by_name(client: TestClient, raw: bytes, says: str) -> None:
    answer = client.post("/api/v1/comparisons", files=sending(raw=raw))
    error = answer.json()["error"]
    assert answer.status_code in (413, 422)
    assert error["side"] == "source"
    assert says in error["detail"]


def test_the_form_takes_it_and_an_empty_field_is_none(client: TestClient) -> None:
    for source, shown in ((("kernel.py", SOURCE), True), (("", b""), False)):
        answer = client.post("/comparisons", files={**files(LEFT, RIGHT), "source": source}, headers=BROWSER)
        assert answer.status_code == 303
        assert ('id="source"' in client.get(answer.headers["location"], headers=BROWSER).text) is shown


def test_it_is_gone_with_its_comparison(client: TestClient) -> None:
    body = client.post("/api/v1/comparisons", files=sending(raw=SOURCE + b"# once\n")).json()
    token = {"Authorization": f"Bearer {body['delete_token']}"}
    assert client.delete(f"/api/v1/comparisons/{body['id']}", headers=token).status_code == 204
    assert client.get(f"/c/{body['id']}/raw/source").status_code == 410


def test_a_hostile_source_is_text(client: TestClient) -> None:
    raw = b'<script>alert(1)</script>\n"></code><img src=x onerror=alert(1)>\n' + "\u202eevil\n".encode()
    body = client.post("/api/v1/comparisons", files=sending("<b>.py", raw)).json()
    page = client.get(f"/c/{body['id']}", headers=BROWSER).text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "<b>.py" not in page


def test_it_survives_a_restart(start: Start, tmp_path: Path) -> None:
    body = start(data=tmp_path / "kept").post("/api/v1/comparisons", files=sending()).json()
    again = start(data=tmp_path / "kept")
    assert again.get(f"/c/{body['id']}/raw/source").content == SOURCE
