"""Every page by axe-core, in both themes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.browser.reading import PAIR

PAGES = {
    "home": "/",
    "comparison": PAIR + "?L=5",
    "embed": PAIR + "/embed?L=5",
    "error": "/c/nothing-here",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(server: str, browser: Browser, name: str, theme: str) -> None:
    context = browser.new_context(color_scheme=theme, viewport={"width": 1440, "height": 900})  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server + PAGES[name], timeout=90_000)
    found = Axe().run(page)
    context.close()
    assert not found.response["violations"], found.generate_report()
