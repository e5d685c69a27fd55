"""Building and installing: copies htmx from the package that ships it, and puts our data files into the wheel."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "django_htmx"
SHIPPED = "static/django_htmx/htmx-2.min.js"
SERVED = "static/vendor/htmx.min.js"
DATA = ("templates", "static", "samples")
"""Beside the package in a checkout, inside it in a wheel; see ``app/paths.py``."""


class DataHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, editable or not, is put together. The package is needed for building alone."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Copies the file, which is found without importing the package: that would want Django."""
        if self.target_name != "wheel":
            return
        found = importlib.util.find_spec(PACKAGE)
        if found is None or found.origin is None:
            raise RuntimeError(f"The build requirement {PACKAGE} is missing, so htmx can't be copied from it.")
        served = Path(self.root, SERVED)
        served.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(found.origin).parent / SHIPPED, served)
        if version != "editable":
            build_data["force_include"].update({folder: f"app/{folder}" for folder in DATA})
