"""The first page in a real browser: giving two kernels in every way, and what it says of them."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from app.samples import sample

PTX = ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry left()\n{\n\tbar.sync 0;\n\tret;\n}\n"
AMD = '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx950"\n\t.text\nright:\n\ts_barrier\n\ts_endpgm\n'
LLVM = "; ModuleID = 'kernel'\ntarget triple = \"nvptx64-nvidia-cuda\"\ndefine void @f() {\nentry:\n  ret void\n}\n"
READING = re.compile("/c/")


def home(page: Page, server: str) -> Page:
    page.goto(server + "/")
    return page


def test_files_are_taken_named_and_compared(server: str, page: Page) -> None:
    pair = sample("vadd")
    home(page, server)
    page.set_input_files("input[name=left]", pair.left)
    page.set_input_files("input[name=right]", pair.right)
    expect(page.locator("#left-found")).to_contain_text("sm_100a")
    expect(page.locator("#right-found")).to_contain_text("gfx950")
    page.fill("input[name=title]", "Vector sum")
    page.click("#go")
    page.wait_for_url(READING)
    expect(page.locator("h1")).to_have_text("Vector sum")


def test_sides_may_be_given_in_either_order(server: str, page: Page) -> None:
    home(page, server)
    page.fill("#left-text", AMD)
    page.fill("#right-text", PTX)
    page.click("#go")
    page.wait_for_url(READING)
    expect(page.locator(".sum")).to_contain_text("gfx950")
    assert page.locator(".r code").count() > 0


def test_one_paste_of_both_is_split_and_the_page_says_so(server: str, page: Page) -> None:
    home(page, server)
    page.fill("#left-text", PTX + AMD)
    expect(page.locator("#left-found")).to_contain_text("split")
    page.click("#go")
    page.wait_for_url(READING)


def test_what_is_no_assembly_is_named_and_the_form_stays(server: str, page: Page) -> None:
    home(page, server)
    page.fill("#left-text", LLVM)
    expect(page.locator("#left-found")).to_contain_text("LLVM")
    page.fill("#right-text", AMD)
    page.click("#go")
    expect(page.locator(".banner.error")).to_be_visible()
    assert page.input_value("#right-text") == AMD


def test_a_dropped_file_is_taken(server: str, page: Page) -> None:
    home(page, server)
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'kernel.ptx'));
            const drop = new DragEvent('drop', {dataTransfer: data, bubbles: true});
            document.getElementById('zone-left').dispatchEvent(drop);
        }""",
        PTX,
    )
    expect(page.locator("#zone-left .name")).to_have_text("kernel.ptx")
    expect(page.locator("#left-found")).to_contain_text("sm_100a")
    page.click("#zone-left [data-do=clear]")
    expect(page.locator("#zone-left .name")).to_have_text("nothing yet")


def test_a_sample_opens_with_one_click_and_is_remembered(server: str, page: Page) -> None:
    home(page, server)
    page.click(".card:has-text('Vector add')")
    page.wait_for_selector("body[data-ready]")
    home(page, server)
    expect(page.locator("#recent")).to_contain_text("Vector add")


def test_what_was_sent_from_here_can_be_deleted_from_here(server: str, page: Page) -> None:
    home(page, server)
    page.fill("#left-text", PTX)
    page.fill("#right-text", AMD)
    page.fill("input[name=title]", "To be deleted")
    page.click("#go")
    page.wait_for_selector("body[data-ready]")
    address = page.url
    home(page, server)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#recent button:has-text('Delete')")
    expect(page.locator("#recent")).to_be_hidden()
    answer = page.request.get(address)
    assert answer.status == 410


def test_it_works_without_script(server: str, browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server + "/", timeout=90_000)
    file = tmp_path / "kernel.s"
    file.write_text(AMD)
    page.fill("#left-text", PTX)
    page.set_input_files("input[name=right]", file)
    page.click("#go")
    page.wait_for_url(READING)
    expect(page.locator(".col.R")).to_contain_text(["s_barrier"])
    context.close()


def test_a_kernel_with_markup_in_it_is_text(server: str, page: Page) -> None:
    home(page, server)
    page.fill("#left-text", PTX.replace("bar.sync 0;", "// <img src=x onerror=alert(1)>\n\tbar.sync 0;"))
    page.fill("#right-text", AMD)
    page.fill("input[name=title]", "<script>alert(1)</script>")
    page.click("#go")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("h1")).to_have_text("<script>alert(1)</script>")
    assert page.locator("img").count() == 0
