"""Copies htmx from the package that ships it into ``static/vendor`` when the project is built or installed."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "django_htmx"
SHIPPED = "static/django_htmx/htmx-2.min.js"
SERVED = "static/vendor/htmx.min.js"


class HtmxHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, editable or not, is put together. The package is needed for building alone."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Copies the file; it is found without importing the package, which would want Django."""
        if self.target_name != "wheel":
            return
        found = importlib.util.find_spec(PACKAGE)
        if found is None or found.origin is None:
            raise RuntimeError(f"The build requirement {PACKAGE} is missing, so htmx can't be copied from it.")
        served = Path(self.root, SERVED)
        served.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(found.origin).parent / SHIPPED, served)
