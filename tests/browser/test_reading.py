"""The reading page in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.reading import KERNEL, PAIR, open_page, push_long, query, selected


def test_a_click_selects_a_line_changes_the_address_and_shows_its_annotation(server: str, page: Page) -> None:
    open_page(page, server + PAIR)
    page.click("#L5 .t")
    expect(page.locator("#note")).to_contain_text("tcgen05.mma")
    assert selected(page) == ["L5"]
    assert query(page).endswith("L=5")
    assert page.locator(".col.R .grp").count() > 0


def test_shift_click_selects_a_range(server: str, page: Page) -> None:
    open_page(page, server + PAIR)
    page.click("#R2 .n")
    page.click("#R4 .n", modifiers=["Shift"])
    expect(page.locator(".at")).to_have_text("R2-4")
    assert selected(page) == ["R2", "R3", "R4"]
    assert "R=2-4" in query(page)


def test_a_link_to_lines_shows_them_selected_without_script(server: str, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server + PAIR + "?L=3-5")
    assert selected(page) == ["L3", "L4", "L5"]
    expect(page.locator("#note")).to_contain_text("mbarrier.try_wait")
    page.click("#R1 .n")
    assert selected(page) == ["R1"]
    expect(page.locator("#note")).to_contain_text("v_mfma")
    context.close()


def test_a_fragment_selects_too(server: str, page: Page) -> None:
    open_page(page, server + PAIR + "#R2-R3")
    expect(page.locator("#note")).to_contain_text("s_waitcnt")
    assert selected(page) == ["R2", "R3"]
    assert "R=2-3" in query(page)


def test_back_and_forward_go_through_the_selections(server: str, page: Page) -> None:
    open_page(page, server + PAIR)
    page.click("#L5 .n")
    expect(page.locator(".at")).to_have_text("L5")
    page.click("#R1 .n")
    expect(page.locator(".at")).to_have_text("R1")
    page.go_back()
    expect(page.locator(".at")).to_have_text("L5")
    assert selected(page) == ["L5"]
    page.go_forward()
    expect(page.locator(".at")).to_have_text("R1")


def test_keys_move_through_lines_links_and_sides(server: str, page: Page) -> None:
    open_page(page, server + PAIR + "?L=4")
    page.keyboard.press("j")
    expect(page.locator(".at")).to_have_text("L5")
    page.keyboard.press("k")
    expect(page.locator(".at")).to_have_text("L4")
    page.keyboard.press("]")
    expect(page.locator("#L5")).to_have_class(re.compile("sel"))
    page.keyboard.press("o")
    expect(page.locator(".at")).to_have_text(re.compile("^R"))
    page.keyboard.press("w")
    expect(page.locator(".r.sel")).to_have_class(re.compile("c-(wait|barrier)"))
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    assert "L=" not in query(page)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()


def test_a_jump_in_the_panel_goes_to_the_other_side(server: str, page: Page) -> None:
    open_page(page, server + PAIR + "?L=5")
    page.locator(".ot .jump").first.click()
    expect(page.locator(".at")).to_have_text(re.compile("^R"))


def test_folding_keeps_the_selection_and_is_in_the_address(server: str, page: Page) -> None:
    open_page(page, server + KERNEL + "?fold=all&L=30")
    rows = page.locator(".r").count()
    page.click(".lvl >> text=Skeleton")
    expect(page.locator(".lvl [aria-current]")).to_have_text("Skeleton")
    assert "fold=skeleton" in query(page)
    assert "L=30" in query(page)
    assert page.locator(".r").count() < rows
    page.go_back()
    expect(page.locator(".lvl [aria-current]")).to_have_text("All")


def test_a_fold_opens_in_place(server: str, page: Page) -> None:
    open_page(page, server + KERNEL + "?fold=math")
    first = page.locator(".fold .fo[data-open]").first
    name = first.get_attribute("data-open")
    first.click()
    expect(page.locator(f"#{name}")).to_be_visible()
    assert f"open={name}" in query(page)


def test_filters_strike_out_a_class(server: str, page: Page) -> None:
    open_page(page, server + PAIR)
    page.click(".chip.c-wait")
    expect(page.locator("#sheet")).to_have_class(re.compile("no-wait"))
    assert "hide=wait" in query(page)
    page.reload()
    expect(page.locator(".chip.c-wait")).to_have_attribute("aria-checked", "false")


def test_search_marks_hits_and_goes_from_one_to_the_next(server: str, page: Page) -> None:
    open_page(page, server + PAIR)
    page.keyboard.press("/")
    page.keyboard.type("tcgen05")
    expect(page.locator("#found")).to_contain_text("lines")
    assert page.locator("mark").count() >= 5
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_contain_text("1 of")
    first = selected(page)
    page.locator("#scroll").focus()
    page.keyboard.press("n")
    expect(page.locator("#found")).to_contain_text("2 of")
    assert selected(page) != first
    assert "q=tcgen05" in query(page)


def test_hovering_a_register_shows_its_other_places(server: str, page: Page) -> None:
    open_page(page, server + PAIR)
    page.hover("#R1 .rg >> nth=0")
    assert page.locator(".reg").count() >= 2


def test_copying_gives_a_link_and_a_review_comment(server: str, page: Page) -> None:
    open_page(page, server + PAIR + "?L=5")
    page.keyboard.press("y")
    expect(page.locator("#say")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith("?L=5")
    page.click("text=Copy as Markdown")
    expect(page.locator("#say")).to_have_text("Markdown copied.")
    words = page.evaluate("navigator.clipboard.readText()")
    assert "```" in words
    assert "tcgen05.mma" in words
    assert server in words


def test_a_narrow_screen_shows_one_side_with_a_switch(server: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = open_page(context.new_page(), server + PAIR)
    expect(page.locator("#L5")).to_be_visible()
    expect(page.locator("#R5")).to_be_hidden()
    page.click(".side [data-side=R]")
    expect(page.locator("#R5")).to_be_visible()
    expect(page.locator("#L5")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


def test_the_theme_follows_the_system_and_the_button(server: str, browser: Browser) -> None:
    context = browser.new_context(color_scheme="dark")
    page = open_page(context.new_page(), server + PAIR)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#theme")
    light = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == light
    context.close()


def test_ribbons_meet_their_rows(server: str, page: Page) -> None:
    open_page(page, server + PAIR)
    page.click("#R1 .n")
    meeting = page.evaluate(
        """() => [...document.querySelectorAll('.gut .b')].every(path => {
            const box = path.getBoundingClientRect();
            const linked = document.querySelectorAll(`.r[data-k="${path.dataset.k}"]`);
            const rows = [...linked].map(row => row.getBoundingClientRect());
            const top = Math.min(...rows.map(r => r.top)), bottom = Math.max(...rows.map(r => r.bottom));
            return box.top >= top && box.bottom <= bottom;
        })"""
    )
    assert meeting


def test_ribbons_start_at_their_rows_to_the_pixel(server: str, page: Page) -> None:
    open_page(page, f"{server}/samples/flash_fwd?fold=math")
    expect(page.locator(".win.off")).to_have_count(0)
    astray = page.evaluate(
        """[...document.querySelectorAll('.gut .b')].map(path => {
            const y = Number(/^M0 ([\\d.]+)/.exec(path.getAttribute('d'))[1]);
            const at = path.getScreenCTM().f + y * path.getScreenCTM().d;
            const mine = [...document.querySelectorAll(`.col.L > .r[data-k="${path.dataset.k}"]`)];
            const box = each => each.getBoundingClientRect();
            const met = mine.some(row => at >= box(row).top - .5 && at <= box(row).bottom + .5);
            return met ? null : [path.dataset.k, at];
        }).filter(Boolean)"""
    )
    assert not astray


def test_the_offline_file_selects_folds_and_explains(
    server: str, context: BrowserContext, page: Page, tmp_path
) -> None:
    open_page(page, server + PAIR)
    page.click("summary:has-text('Share')")
    with page.expect_download() as waiting:
        page.click("text=Download as one file")
    path = tmp_path / "pair.html"
    waiting.value.save_as(path)
    context.set_offline(True)
    other = open_page(context.new_page(), path.as_uri())
    other.click("#L5 .n")
    expect(other.locator("#note")).to_contain_text("tcgen05.mma")
    other.locator(".ot .jump").first.click()
    expect(other.locator(".at")).to_have_text(re.compile("^R"))
    other.click(".lvl >> text=Skeleton")
    expect(other.locator(".lvl [aria-current]")).to_have_text("Skeleton")
    other.reload()
    expect(other.locator(".lvl [aria-current]")).to_have_text("Skeleton")
    context.set_offline(False)


def test_it_stands_in_a_frame(server: str, page: Page) -> None:
    open_page(page, server + PAIR + "/embed?L=5")
    assert selected(page) == ["L5"]
    expect(page.locator(".sum")).to_be_hidden()


def test_a_long_pair_shows_its_rows_and_then_its_links(server: str, page: Page) -> None:
    address = push_long(server)
    held: list[Route] = []
    page.route("**/lined", lambda route: held.append(route))
    page.goto(address)
    expect(page.locator(".banner", has_text="Lining up")).to_be_visible()
    expect(page.locator(".r[id]").first).to_be_visible()
    held[0].continue_()
    expect(page.locator(".banner", has_text="Lining up")).to_have_count(0)
    expect(page.locator(".foot .rel.exact")).to_be_visible()
    assert page.url == address


def test_keys_step_over_folds(server: str, page: Page) -> None:
    open_page(page, server + "/samples/flash_fwd?fold=math&L=44")
    lines = []
    for _ in range(12):
        page.keyboard.press("j")
        expect(page.locator(".r.sel")).to_have_count(1)
        lines.append(int(selected(page)[0].removeprefix("L")))
    assert page.locator(".col.L > .r.fold").first.is_visible()
    assert lines == sorted(set(lines))
    assert lines[0] > 44


def test_rows_under_way_hold_up_no_annotation(server: str, page: Page) -> None:
    held: list[Route] = []
    page.route("**/rows?*", lambda route: held.append(route))
    open_page(page, server + "/samples/flash_fwd?fold=math")
    page.wait_for_function("() => document.querySelector('.win.off[data-asked]') !== null")
    page.click("#L44 .n")
    page.click("#L47 .n")
    expect(page.locator(".at")).to_have_text("L47")
    assert held


def test_windows_put_aside_come_back_and_stay(server: str, page: Page) -> None:
    open_page(page, push_long(server) + "?fold=all")
    expect(page.locator(".banner.info")).to_have_count(0)
    page.wait_for_selector("body[data-ready]")
    page.evaluate("document.getElementById('scroll').scrollTop = 40000")
    expect(page.locator('.win[data-w="0"]')).to_have_class(re.compile("off"))
    expect(page.locator('.win[data-w="31"]')).not_to_have_class(re.compile("off"))
    page.evaluate("document.getElementById('scroll').scrollTop = 0")
    expect(page.locator("#L1")).to_be_visible()
    page.wait_for_timeout(400)
    for _ in range(5):
        page.mouse.move(400, 500)
        page.mouse.wheel(0, 60)
        page.wait_for_timeout(100)
        assert page.locator('.win[data-w="0"]:not(.off)').count() == 1


def test_a_skeleton_opens_what_it_hides_and_a_jump_into_it_shows_the_line(server: str, page: Page) -> None:
    open_page(page, server + "/samples/flash_fwd?fold=skeleton")
    row = page.locator(".col.L > .r:has(.ex)").nth(3)
    row.hover()
    name = row.locator(".ex").get_attribute("data-open")
    row.locator(".ex").click()
    expect(page.locator(f".col.L .fo[data-open={name}]")).to_be_visible()
    open_page(page, server + "/samples/flash_fwd?fold=skeleton&L=333")
    page.locator(".op .jump").first.click()
    expect(page.locator(".col.L > .r.sel")).to_have_count(1)
    line = page.locator(".at").inner_text()
    assert selected(page) == [line]
