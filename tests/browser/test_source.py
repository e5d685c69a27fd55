"""The kernel's source as a third pane, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.samples import sample
from tests.browser.reading import KERNEL, open_page, query, selected

SOURCE = sample("vadd").source
assert SOURCE is not None
STORE = next(n for n, line in enumerate(SOURCE.read_text().splitlines(), 1) if "tl.store" in line)


def test_the_source_is_shown_and_hidden_and_the_address_knows(server: str, page: Page) -> None:
    open_page(page, server + KERNEL)
    expect(page.locator("#source")).to_be_hidden()
    page.click(".tog")
    expect(page.locator("#source")).to_be_visible()
    assert "src=1" in query(page)
    page.reload()
    expect(page.locator("#source")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("#source")).to_be_hidden()
    assert "src=0" in query(page)


def test_it_stands_beside_both_sides_on_a_wide_screen(server: str, browser: Browser) -> None:
    page = open_page(browser.new_page(viewport={"width": 1920, "height": 1000}), server + KERNEL)
    expect(page.locator("#source")).to_be_visible()
    source, sheet = page.locator("#source").bounding_box(), page.locator("#scroll").bounding_box()
    assert source
    assert sheet
    assert source["x"] + source["width"] <= sheet["x"]
    page.keyboard.press("s")
    expect(page.locator("#source")).to_be_hidden()
    page.close()


def test_a_source_line_lights_what_it_became_and_says_how_much(server: str, page: Page) -> None:
    open_page(page, f"{server}{KERNEL}?src=1")
    page.click(f"#S{STORE} .t")
    expect(page.locator("#note")).to_contain_text("st.global")
    expect(page.locator("#note")).to_contain_text("buffer_store")
    assert selected(page) == [f"S{STORE}"]
    assert query(page) == f"?src=1&S={STORE}"
    for column in "LR":
        assert page.locator(f".col.{column} .grp").count() > 0
    page.keyboard.press("j")
    expect(page.locator(".at")).to_have_text(f"S{STORE + 1}")
    page.go_back()
    expect(page.locator(".at")).to_have_text(f"S{STORE}")


def test_a_line_lights_its_source_and_the_panel_leads_there(server: str, page: Page) -> None:
    open_page(page, f"{server}{KERNEL}?src=1&S={STORE}")
    page.click(".col.R .grp .t >> nth=0")
    expect(page.locator(f"#S{STORE}")).to_have_class(re.compile("grp"))
    expect(page.locator("#note .src")).to_contain_text("tl.store")
    page.click("#note .src .jump")
    expect(page.locator(".at")).to_have_text(f"S{STORE}")


def test_resting_on_a_source_line_shows_its_instructions(server: str, page: Page) -> None:
    open_page(page, f"{server}{KERNEL}?src=1")
    page.hover(f"#S{STORE} .t")
    expect(page.locator(".col.L .hov").first).to_be_visible()
    page.hover(".col.L .hov >> nth=0")
    expect(page.locator(f"#S{STORE}")).to_have_class(re.compile("hov"))


def test_a_count_leads_to_the_first_instruction(server: str, page: Page) -> None:
    open_page(page, f"{server}{KERNEL}?src=1")
    page.click(f"#S{STORE} .ct >> nth=1")
    expect(page.locator(".at")).to_contain_text("R")
    expect(page.locator(f"#S{STORE}")).to_have_class(re.compile("grp"))


def test_a_link_to_a_source_line_needs_no_script(server: str, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}{KERNEL}?src=1&S={STORE}")
    assert selected(page) == [f"S{STORE}"]
    expect(page.locator("#note")).to_contain_text("st.global")
    page.click(".tog")
    expect(page.locator("#source")).to_be_hidden()
    context.close()


def test_a_narrow_screen_has_it_as_a_third_side(server: str, browser: Browser) -> None:
    page = open_page(browser.new_page(viewport={"width": 390, "height": 844}), server + KERNEL)
    page.click("[data-side=S]")
    expect(page.locator("#source")).to_be_visible()
    expect(page.locator("#scroll")).to_be_hidden()
    page.click(f"#S{STORE} .t")
    expect(page.locator("#note")).to_contain_text("st.global")
    page.click("#note .jump >> nth=0")
    expect(page.locator("#source")).to_be_hidden()
    expect(page.locator(".at")).to_contain_text("L")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_the_first_page_sends_it(server: str, page: Page) -> None:
    entry = sample("vadd")
    page.goto(server)
    for field, path in (("left", entry.left), ("right", entry.right), ("source", SOURCE)):
        page.set_input_files(f"input[name={field}]", str(path))
    page.click("#go")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".tog")).to_be_visible()


def test_the_offline_file_has_it(server: str, context: BrowserContext, tmp_path: Path) -> None:
    page = context.new_page()
    open_page(page, server + KERNEL)
    page.click(".share summary")
    with page.expect_download() as download:
        page.click(".menu a")
    path = tmp_path / "pair.html"
    download.value.save_as(path)
    open_page(page, path.as_uri())
    page.click(".tog")
    page.click(f"#S{STORE} .t")
    expect(page.locator("#note")).to_contain_text("buffer_store")
    page.keyboard.press("f")
    expect(page.locator("#source")).to_be_visible()
    assert page.locator(".col.L .grp").count() > 0
