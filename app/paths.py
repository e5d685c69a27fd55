"""Where the files that come with the program are."""

from __future__ import annotations

from pathlib import Path

APP = Path(__file__).resolve().parent
ROOT = APP.parent
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
SAMPLES = ROOT / "samples"
