"""How a test meets the reading page."""

from __future__ import annotations

import re

import httpx2
from playwright.sync_api import Page

from app.samples import sample

PAIR = "/samples/tcgen05_mfma"
KERNEL = "/samples/vadd"


def open_page(page: Page, address: str) -> Page:
    """Opens a reading page and waits until its script answers."""
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def selected(page: Page) -> list[str]:
    """The names of the rows that are selected."""
    return page.eval_on_selector_all(".r.sel", "rows => rows.map(row => row.id)")


def query(page: Page) -> str:
    return page.evaluate("location.search")


def push_long(server: str) -> str:
    """Uploads a pair whose sides take long to line up; answers the address of its page."""
    pair = sample("softmax")
    sides = {}
    for side, path in (("left", pair.left), ("right", pair.right)):
        text = path.read_text(encoding="utf-8")
        copies = [re.sub(r"\bsoftmax\b", f"softmax_{n}", text) for n in range(-(-600_000 // len(text)))]
        sides[side] = (path.name, "\n".join(copies).encode())
    answer = httpx2.post(f"{server}/api/v1/comparisons", files=sides, timeout=60)
    return str(answer.raise_for_status().json()["url"])
