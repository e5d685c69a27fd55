"""How a test meets the reading page."""

from __future__ import annotations

from playwright.sync_api import Page

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
