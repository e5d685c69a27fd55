"""Takes the pictures in ``docs/images``: ``python -m benchmarks.screenshots``."""

from __future__ import annotations

from app.paths import ROOT
from benchmarks.serving import chromium, service

IMAGES = ROOT / "docs" / "images"
KERNEL = "/samples/flash_fwd?fold=math&L=1958"
SHOTS = (
    ("comparison-light", KERNEL, "light", 1440, 1000),
    ("comparison-dark", KERNEL, "dark", 1440, 1000),
    ("comparison-narrow", KERNEL, "light", 390, 844),
    ("home-light", "/", "light", 1440, 1240),
    ("home-dark", "/", "dark", 1440, 1240),
)


def main() -> None:
    """One picture a page, theme and width."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with service() as address, chromium() as browser:
        for name, path, theme, width, height in SHOTS:
            context = browser.new_context(color_scheme=theme, viewport={"width": width, "height": height})
            page = context.new_page()
            page.goto(address + path, timeout=600_000)
            if path != "/":
                page.wait_for_selector("body[data-ready]")
            page.wait_for_timeout(1500)
            page.screenshot(path=IMAGES / f"{name}.png")
            context.close()
            print(IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
