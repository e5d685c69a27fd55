"""Where the files that come with the program are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

APP = Path(__file__).resolve().parent
ROOT = APP if (APP / "templates").is_dir() else APP.parent
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
SAMPLES = ROOT / "samples"
