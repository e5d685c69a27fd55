"""``.file`` and ``.loc`` directives → the source place of what follows them."""

from __future__ import annotations

import re

from app.model import Location

_LOC = re.compile(r"\.loc\s+((\d+)\s+(\d+)(?:\s+(\d+))?(?:\s*,?\s*[\w$+,\s]*)?)\s*(?://.*)?$")
_FILE = re.compile(r'\s*\.file\s+(\d+)\s*"((?:[^"\\]|\\.)*)"(?:\s*"((?:[^"\\]|\\.)*)")?')


class LineTable:
    """File names by index, and places that are made once each."""

    def __init__(self) -> None:
        self.files: dict[int, str] = {}
        self._places: dict[tuple[str, str, str], Location | None] = {}

    loc = staticmethod(_LOC.match)

    def files_of(self, lines: tuple[str, ...]) -> None:
        """Takes every ``.file``: an index and a path, or an index, a directory and a name.

        Compilers write them below the code that uses them, so they are looked for first.
        """
        for line in lines:
            match = _FILE.match(line) if ".file" in line else None
            if match:
                path = match[2] if match[3] is None else f"{match[2].rstrip('/')}/{match[3]}"
                self.files[int(match[1])] = path

    def place(self, match: re.Match[str]) -> Location | None:
        """The place that a ``.loc`` names; ``None`` for line 0, which means no source line."""
        key = match[2], match[3], match[4] or "0"
        if key not in self._places:
            index, line, column = map(int, key)
            self._places[key] = Location(self.files.get(index, str(index)), line, column) if line else None
        return self._places[key]
