"""The addresses under a comparison."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.samples import samples
from web.conftest import BROWSER, LEFT, RIGHT, Start, files, send


def test_the_page_shows_both_sides(client: TestClient, kept: dict[str, Any]) -> None:
    answer = client.get(f"/c/{kept['id']}", headers=BROWSER)
    assert answer.status_code == 200
    assert "Vector addition" in answer.text
    for word in ("sm_100a", "gfx950", 'class="col L"', 'class="col R"'):
        assert word in answer.text


@pytest.mark.parametrize("side", ["L", "R"])
def test_a_link_to_lines_shows_them_selected(client: TestClient, kept: dict[str, Any], side: str) -> None:
    text = client.get(f"/c/{kept['id']}?{side}=30-32&fold=all").text
    for line in (30, 31, 32):
        row = re.search(rf'<div class="([^"]*)" id="{side}{line}"', text)
        assert row is not None
        assert "sel" in row[1].split()
    assert not re.search(rf'<div class="[^"]*\bsel\b[^"]*" id="{side}33"', text)


@pytest.mark.parametrize(
    "query", ["L=0", "L=x", "R=999999999", "L=20-10", "from=99999999", "fold=zz", "k=77", "q=/(/", "L=5&L=6"]
)
def test_a_strange_link_still_opens(client: TestClient, kept: dict[str, Any], query: str) -> None:
    assert client.get(f"/c/{kept['id']}?{query}").status_code == 200


def test_windows_of_rows_are_parts_of_a_page(client: TestClient, kept: dict[str, Any]) -> None:
    answer = client.get(f"/c/{kept['id']}/rows?fold=all&from=64")
    assert answer.status_code == 200
    assert 'data-w="1"' in answer.text
    assert "<html" not in answer.text


def test_an_annotation_is_a_part_of_a_page(client: TestClient, kept: dict[str, Any]) -> None:
    lines = RIGHT.decode().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "s_waitcnt" in text)
    answer = client.get(f"/c/{kept['id']}/R/{line}?fold=all")
    assert answer.status_code == 200
    assert f'data-line="R{line}"' in answer.text
    assert "s_waitcnt" in answer.text
    assert "<html" not in answer.text


@pytest.mark.parametrize(
    "path", ["/L/0", "/L/9999999", "/R/99999999999999999999", "/X/1", "/L/one", "/raw/middle", "/none"]
)
def test_what_is_not_there_is_not_found(client: TestClient, kept: dict[str, Any], path: str) -> None:
    answer = client.get(f"/c/{kept['id']}{path}")
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]["detail"]


def test_the_bytes_come_back_as_uploaded(client: TestClient) -> None:
    odd = b"\xef\xbb\xbf" + LEFT.replace(b"\n", b"\r\n").rstrip()
    made = send(client, odd)
    answer = client.get(f"/c/{made['id']}/raw/left")
    assert answer.content == odd
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    again = client.get(f"/c/{made['id']}/raw/left", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_frame_is_for_other_pages(client: TestClient, kept: dict[str, Any], start: Start) -> None:
    framed = client.get(f"/c/{kept['id']}/embed")
    assert framed.status_code == 200
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    narrow = start(embed_ancestors=["https://wiki.example.org"])
    policy = narrow.get(f"/c/{send(narrow)['id']}/embed").headers["content-security-policy"]
    assert "frame-ancestors https://wiki.example.org" in policy


def test_the_offline_file_needs_no_server(client: TestClient, kept: dict[str, Any]) -> None:
    answer = client.get(f"/c/{kept['id']}.html")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    assert not re.search(r'<(?:script|link|img)[^>]+(?:src|href)="(?!data:|#)', answer.text)


def test_every_sample_opens_without_being_saved(client: TestClient) -> None:
    assert len(samples()) >= 9
    for entry in samples():
        answer = client.get(f"/samples/{entry.name}", headers=BROWSER)
        assert answer.status_code == 200, entry.name
        assert f"/samples/{entry.name}/raw/left" in answer.text
    assert client.get(f"/samples/{samples()[0].name}/raw/left").content == samples()[0].left.read_bytes()
    assert client.get("/samples/nope").status_code == 404


def test_head_is_get_without_a_body(client: TestClient, kept: dict[str, Any]) -> None:
    for path in (
        "/",
        f"/c/{kept['id']}",
        f"/c/{kept['id']}/raw/left",
        "/healthz",
        "/samples/vadd",
        f"/api/v1/comparisons/{kept['id']}",
    ):
        assert client.head(path).status_code == 200, path


def test_a_link_survives_a_restart(start: Start) -> None:
    first = start()
    made = send(first, title="still here")
    first.__exit__(None, None, None)
    again = start()
    answer = again.get(f"/c/{made['id']}")
    assert answer.status_code == 200
    assert "still here" in answer.text
    assert again.get(f"/c/{made['id']}/raw/right").content == RIGHT


def test_sending_the_form_leads_to_the_page(client: TestClient) -> None:
    answer = client.post("/comparisons", files=files(LEFT, RIGHT), headers=BROWSER)
    assert answer.status_code == 303
    path = answer.headers["location"]
    assert re.fullmatch(r"/c/[2-9a-z]{13}", path)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("delete_token=")
    assert f"Path={path}" in cookie
    assert "SameSite=strict" in cookie
    token = re.match(r"delete_token=([^;]+)", cookie)
    assert token is not None
    identifier = path.removeprefix("/c/")
    headers = {"Authorization": f"Bearer {token[1]}"}
    assert client.delete(f"/api/v1/comparisons/{identifier}", headers=headers).status_code == 204


def test_a_form_with_a_mistake_comes_back_as_it_was(client: TestClient) -> None:
    words = {"left_text": "ret; // <my> kernel", "right_text": "", "title": "Mine", "expires_in": "86400"}
    answer = client.post("/comparisons", data=words, headers=BROWSER)
    assert answer.status_code == 422
    assert "right side" in answer.text
    assert "ret; // &lt;my&gt; kernel" in answer.text
    assert 'value="Mine"' in answer.text
    assert re.search(r'value="86400" selected', answer.text)


def test_the_first_page_says_what_a_side_is(client: TestClient) -> None:
    good = client.post("/detect", data={"side": "left"}, files={"file": ("a.ptx", LEFT)})
    assert good.status_code == 200
    assert "sm_100a" in good.text
    pasted = client.post("/detect", data={"side": "right", "text": RIGHT.decode()})
    assert "gfx950" in pasted.text
    both = client.post("/detect", data={"side": "left", "text": (LEFT + RIGHT).decode()})
    assert "two instruction sets" in both.text
    assert "empty" in client.post("/detect", data={"side": "left", "text": ""}).text
