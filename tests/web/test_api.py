"""The interface for programs, as the contract has it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.listing import open_source
from app.sources import read_source
from web.conftest import BROWSER, LEFT, RIGHT, Start, files, send


def test_a_comparison_is_created(client: TestClient) -> None:
    answer = client.post("/api/v1/comparisons", files=files(LEFT, RIGHT))
    assert answer.status_code == 201
    body = answer.json()
    assert set(body) == {"id", "url", "delete_token", "expires_at"}
    assert body["url"] == f"http://testserver/c/{body['id']}" == answer.headers["location"]
    assert body["expires_at"] is None
    assert len(body["delete_token"]) > 30


def test_it_is_read_back(client: TestClient, kept: dict[str, Any]) -> None:
    body = client.get(f"/api/v1/comparisons/{kept['id']}").json()
    assert body["id"] == kept["id"]
    assert body["title"] == "Vector addition"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", body["created_at"])
    assert body["expires_at"] is None
    assert (body["left"]["isa"], body["left"]["target"]) == ("ptx", "sm_100a")
    assert (body["right"]["isa"], body["right"]["target"]) == ("amdgcn", "gfx950")
    assert body["left"]["lines"] == len(read_source(LEFT, "").lines)
    assert body["left"]["kernels"][0]["name"] == "add_kernel" or body["left"]["kernels"][0]["name"]
    assert body["links"]


def test_links_name_lines_once(client: TestClient, kept: dict[str, Any]) -> None:
    body = client.get(f"/api/v1/comparisons/{kept['id']}").json()
    for side in ("left", "right"):
        linked = [line for link in body["links"] for line in link[side]]
        assert len(linked) == len(set(linked))
        assert not set(linked) & set(body["unpaired"][side])
        assert all(1 <= line <= body[side]["lines"] for line in [*linked, *body["unpaired"][side]])


def test_sides_may_be_in_either_order_and_alike(client: TestClient) -> None:
    turned = client.get(f"/api/v1/comparisons/{send(client, RIGHT, LEFT)['id']}").json()
    assert (turned["left"]["isa"], turned["right"]["isa"]) == ("amdgcn", "ptx")
    same = client.get(f"/api/v1/comparisons/{send(client, RIGHT, RIGHT)['id']}").json()
    assert same["left"]["isa"] == same["right"]["isa"] == "amdgcn"
    assert same["unpaired"] == {"left": [], "right": []}


def test_one_paste_of_both_becomes_two_sides(client: TestClient) -> None:
    answer = client.post("/api/v1/comparisons", data={"left": (LEFT + RIGHT).decode()})
    assert answer.status_code == 201, answer.text
    body = client.get(f"/api/v1/comparisons/{answer.json()['id']}").json()
    assert {body["left"]["isa"], body["right"]["isa"]} == {"ptx", "amdgcn"}
    assert body["left"]["lines"] + body["right"]["lines"] == len(read_source(LEFT + RIGHT, "").lines)


def test_a_named_isa_is_taken(client: TestClient) -> None:
    weak = b"// nothing but a comment\n"
    body = {"left_isa": "ptx", "right_isa": "amdgcn"}
    assert client.post("/api/v1/comparisons", files=files(weak, RIGHT)).status_code == 422
    assert client.post("/api/v1/comparisons", files=files(weak, RIGHT), data=body).status_code == 201


@pytest.mark.parametrize("wanted", ["0", "-1", "soon", "1.5", "٣", "9" * 30])
def test_a_wrong_expiry_is_refused(client: TestClient, wanted: str) -> None:
    answer = client.post("/api/v1/comparisons", files=files(LEFT, RIGHT), data={"expires_in": wanted})
    assert answer.status_code == 400
    assert "expires_in" in answer.json()["error"]["detail"]


def test_an_expiry_is_kept_to(client: TestClient) -> None:
    made = send(client, expires_in="3600")
    body = client.get(f"/api/v1/comparisons/{made['id']}").json()
    assert made["expires_at"] == body["expires_at"] is not None


def test_the_longest_expiry_holds_for_all(start: Start) -> None:
    client = start(max_expiry_seconds=60)
    assert send(client)["expires_at"] is not None
    answer = client.post("/api/v1/comparisons", files=files(LEFT, RIGHT), data={"expires_in": "61"})
    assert answer.status_code == 400


def test_deleting(client: TestClient) -> None:
    made = send(client)
    path = f"/api/v1/comparisons/{made['id']}"
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {made['delete_token']}"}):
        refused = client.delete(path, headers=headers)
        assert refused.status_code == 403
        assert refused.json()["error"]["title"]
    answer = client.delete(path, headers={"Authorization": f"Bearer {made['delete_token']}"})
    assert (answer.status_code, answer.content) == (204, b"")
    for gone in (
        path,
        f"/c/{made['id']}",
        f"/c/{made['id']}/raw/left",
        f"/c/{made['id']}.html",
        f"/c/{made['id']}/embed",
    ):
        assert client.get(gone).status_code == 410, gone
    assert client.delete(path, headers={"Authorization": f"Bearer {made['delete_token']}"}).status_code == 410


def test_an_error_is_json_for_a_program_and_a_page_for_a_browser(client: TestClient) -> None:
    for path in ("/api/v1/comparisons/nope", "/c/nope", "/nothing/here"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert set(answer.json()["error"]) == {"title", "detail", "side", "line"}
        seen = client.get(path, headers=BROWSER)
        assert seen.status_code == 404
        assert seen.headers["content-type"].startswith("text/html")
        assert "<h1>" in seen.text


def test_a_wrong_method_says_so(client: TestClient, kept: dict[str, Any]) -> None:
    answer = client.put(f"/api/v1/comparisons/{kept['id']}")
    assert answer.status_code == 405
    assert "error" in answer.json()


@pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
def test_another_kind_of_body_says_what_is_wanted(client: TestClient, kind: str) -> None:
    answer = client.post("/api/v1/comparisons", content=b"{}", headers={"Content-Type": kind})
    assert answer.status_code == 400
    assert "multipart" in answer.json()["error"]["detail"]


def test_a_broken_form_says_so(client: TestClient) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = client.post("/api/v1/comparisons", content=b"--x\r\nnonsense", headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["detail"]


def test_names_and_titles_are_one_clean_line(client: TestClient) -> None:
    sent = {"left": ("../../etc/pass\x07wd\n.ptx", LEFT), "right": ("C:\\kernels\\k.s", RIGHT)}
    answer = client.post("/api/v1/comparisons", files=sent, data={"title": "a\x00b\n<i>" + "x" * 500})
    body = client.get(f"/api/v1/comparisons/{answer.json()['id']}").json()
    assert body["right"]["name"] == "k.s"
    assert "/" not in body["left"]["name"]
    assert body["left"]["name"].isprintable()
    assert body["title"].startswith("a b <i>xxx")
    assert len(body["title"]) == 200


def test_what_the_server_reads_is_what_the_command_reads(client: TestClient, kept: dict[str, Any]) -> None:
    from app.comparison import compare
    from app.report import report

    left, right = (open_source(raw, name) for raw, name in ((LEFT, "kernel.ptx"), (RIGHT, "kernel.s")))
    ours = report(compare(left.source, left.isa, right.source, right.isa))
    theirs = client.get(f"/api/v1/comparisons/{kept['id']}").json()
    assert {key: theirs[key] for key in ours} == ours


def test_links_start_with_the_set_address(start: Start) -> None:
    made = send(start(base_url="https://waves.example.org/"))
    assert made["url"] == f"https://waves.example.org/c/{made['id']}"
