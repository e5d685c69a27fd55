"""How fast the reading page is, each figure a ratio within one run: ``python -m benchmarks.reading``."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import json
import re
import statistics
import tempfile
import threading
import time
import urllib.request
import uuid
from functools import partial
from pathlib import Path
from typing import BinaryIO

from playwright.sync_api import Browser, Page
from pygments import highlight
from pygments.formatters import HtmlFormatter

from app.isa import get
from app.paths import STATIC
from app.samples import Sample, sample
from benchmarks.serving import chromium, service

LINES = 100_000
ROUNDS = 5
ANSWERS = "() => document.body?.dataset.ready"
LOADED = "() => document.readyState === 'complete'"


def main() -> None:
    """Prints the table."""
    pair = sample("flash_fwd")
    with tempfile.TemporaryDirectory() as folder, files(Path(folder)) as static, service() as address:
        root = Path(folder)
        large = enlarge(pair, root)
        pygmentize(pair.left, pair.right, root, "small")
        pygmentize(*large, root, "large")
        identifier = push(address, *large)
        visit(f"{address}/c/{identifier}/lined")
        visit(f"{address}/c/{identifier}?fold=all")
        with chromium() as browser:
            cold = opening(browser, [f"{address}/samples/flash_fwd"], rounds=1)
            plain = opening(browser, [f"{static}/small-left.html", f"{static}/small-right.html"], ready=LOADED)
            row("flash attention, cold, against two pygmentize pages", cold / plain, "≤ 1")
            row("the same again, analysed before", opening(browser, [f"{address}/samples/flash_fwd"]) / plain, "")
            ours = opening(browser, [f"{address}/c/{identifier}?fold=all"])
            theirs = opening(
                browser, [f"{static}/large-left.html", f"{static}/large-right.html"], ready=LOADED, rounds=3
            )
            row("100,000 lines a side, analysed before", ours / theirs, "≤ 0.1")
        with chromium() as browser:  # a new one: the large plain pages leave theirs busy
            weigh(browser, f"{address}/c/{identifier}?fold=all")
            scroll(browser, f"{address}/c/{identifier}?fold=all", static, root)
            select(browser, f"{address}/samples/flash_fwd?fold=math", static, root)
    size = sum(path.stat().st_size for path in (STATIC / "js").glob("*.js"))
    row("own JavaScript, bytes", size, "≤ 40,000")


def row(what: str, value: float, target: str) -> None:
    shown = f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
    print(f"{what:58} {shown:>10}   {target}", flush=True)


def enlarge(pair: Sample, folder: Path) -> tuple[Path, Path]:
    """Both sides repeated under new names until they have ``LINES`` lines."""
    made = []
    for path in (pair.left, pair.right):
        text = path.read_text(encoding="utf-8")
        parts = []
        for number in range(-(-LINES // text.count("\n"))):
            part = re.sub(r"\bflash_fwd\b", f"flash_fwd_{number}", text)
            part = re.sub(r"(\$L__\w*?|\.LBB|\.Ltmp|\.Lfunc_\w+?)(\d)", rf"\g<1>{number}_\2", part)
            if number:
                part = re.sub(r"^\.(version|target|address_size).*$", "", part, flags=re.MULTILINE)
            parts.append(part)
        made.append(folder / f"large{path.suffix}")
        made[-1].write_text("\n".join(parts), encoding="utf-8")
    return made[0], made[1]


def pygmentize(left: Path, right: Path, folder: Path, name: str) -> None:
    """What ``pygmentize -f html -O full`` makes of each side, with our lexers."""
    for path, isa, side in ((left, "ptx", "left"), (right, "amdgcn", "right")):
        html = highlight(path.read_text(encoding="utf-8"), get(isa).lexer(), HtmlFormatter(full=True))
        (folder / f"{name}-{side}.html").write_text(html, encoding="utf-8")


@contextlib.contextmanager
def files(folder: Path):  # type: ignore[no-untyped-def]
    """A plain server of static files."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]
            with contextlib.suppress(ConnectionError):
                super().copyfile(source, outputfile)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def push(address: str, left: Path, right: Path) -> str:
    boundary = uuid.uuid4().hex
    body = b""
    for name, path in (("left", left), ("right", right)):
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{path.name}"\r\n\r\n'
        body += head.encode() + path.read_bytes() + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    request = urllib.request.Request(f"{address}/api/v1/comparisons", body, headers)
    with urllib.request.urlopen(request, timeout=600) as answer:
        return str(json.load(answer)["id"])


def visit(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=600) as answer:
        return bytes(answer.read())


def opening(browser: Browser, urls: list[str], *, ready: str = ANSWERS, rounds: int = ROUNDS) -> float:
    """Seconds from the start of navigation until a page is open, pages added up, the median of some rounds.

    Ours is open once rows are painted and its script answers clicks; a plain page once it is loaded, as until
    then its later rows can be neither seen nor reached.
    """
    times = []
    for _ in range(rounds):
        total = 0.0
        for url in urls:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            start = time.perf_counter()
            page.goto(url, timeout=600_000, wait_until="commit")
            page.wait_for_function(ready, timeout=600_000)
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            total += time.perf_counter() - start
            page.close()
        times.append(total)
    return statistics.median(times)


def weigh(browser: Browser, url: str) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(url, timeout=600_000)
    row("its first page, compressed bytes", len(gzip.compress(visit(url), 5)), "≤ 300,000")
    row("its DOM elements", page.evaluate("document.querySelectorAll('*').length"), "≤ 15,000")
    page.close()


SCROLL = """async ([selector, steps]) => {
    const box = selector ? document.querySelector(selector) : document.scrollingElement;
    document.addEventListener('htmx:beforeOnLoad', event => { event.detail.target.dataset.asked = 'done'; });
    const step = (box.scrollHeight - box.clientHeight) / steps;
    let slow = 0, blank = 0, longest = 0, before = performance.now();
    for (let n = 0; n < steps; n++) {
        box.scrollTop += step;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        if (now - before > 50) slow++;
        before = now;
        const empty = document.elementFromPoint(innerWidth / 3, innerHeight / 2)?.closest('.off[data-asked=done]');
        blank = empty ? blank + 1 : 0;
        longest = Math.max(longest, blank);
    }
    return [slow, longest];
}"""


def scroll(browser: Browser, url: str, static: str, folder: Path) -> None:
    """From end to end in 600 frames, against 2,000 plain rows in as many, in turns: a single stutter says little."""
    rows = "".join(f"<div>{n} plain row of text</div>" for n in range(2000))
    (folder / "plain.html").write_text(f"<!doctype html><body>{rows}", encoding="utf-8")
    plain = ours = longest = 0
    for _ in range(ROUNDS):
        for address, box in ((f"{static}/plain.html", ""), (url, "#scroll")):
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address, timeout=600_000)
            page.wait_for_timeout(1000)
            slow, blank = page.evaluate(SCROLL, [box, 600])
            plain, ours = (plain, ours + slow) if box else (plain + slow, ours)
            longest = max(longest, blank)
            page.close()
    row("frames over 50 ms end to end, share of the plain page's", ours / max(plain, 1), "≤ 2")
    row(f"such frames of {600 * ROUNDS:,}: ours, and the plain page's {plain}", ours, "")
    row("most frames a window stayed blank after its answer", longest, "≤ 4")


def select(browser: Browser, url: str, static: str, folder: Path) -> None:
    """From a click on a line to its annotation, against an htmx swap of a fragment that is a file."""
    (folder / "htmx.min.js").write_bytes((STATIC / "vendor" / "htmx.min.js").read_bytes())
    (folder / "part.html").write_text("<div id=note data-line=x>" + "<p>words</p>" * 60 + "</div>", encoding="utf-8")
    button = "<button hx-get=part.html hx-target='#into'>x</button><div id=into></div>"
    (folder / "swap.html").write_text(f"<!doctype html><script src=htmx.min.js></script>{button}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{static}/swap.html")
    plain = clicks(page, ["button"] * 15, "#into")
    page.goto(url, timeout=600_000)
    page.wait_for_selector("body[data-ready]")
    names = page.eval_on_selector_all(".col.L > .r[id]:not(.fold)", "rows => rows.slice(2, 20).map(row => row.id)")
    ours = clicks(page, [f"#{name} .n" for name in names])
    row("select a line, against a swap of a static fragment", ours / plain, "≤ 3")
    page.close()


CLICK = """([selector, into]) => new Promise(done => {
    if (into) document.querySelector(into).replaceChildren();
    const target = document.querySelector(selector);
    const wanted = into ? 'x' : target.closest('.r').id;
    const start = performance.now();
    const painted = () => done(performance.now() - start);
    const look = () => document.querySelector('#note')?.dataset.line === wanted
        ? requestAnimationFrame(() => setTimeout(painted)) : setTimeout(look, 1);
    target.click();
    look();
})"""


def clicks(page: Page, targets: list[str], into: str = "") -> float:
    """Milliseconds from a click to what it brings, painted."""
    return statistics.median(page.evaluate(CLICK, [target, into]) for target in targets)


if __name__ == "__main__":
    main()
