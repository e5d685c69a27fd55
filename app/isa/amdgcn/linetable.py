"""``.file`` and ``.loc`` directives in order → the place in the kernel's source that holds now."""

from __future__ import annotations

import re

from app.model import Location

_FILE = re.compile(r'(\d+)\s+"((?:[^"\\]|\\.)*)"(?:\s+"((?:[^"\\]|\\.)*)")?')
_LOC = re.compile(r"(\d+)\s+(\d+)(?:\s+(\d+))?")


class LineTable:
    """Grows with each directive; ``now`` is what the next statement gets."""

    def __init__(self) -> None:
        self.now: Location | None = None
        self._files: dict[str, str] = {}
        self._seen: dict[str, Location | None] = {}

    def take(self, name: str, args: str) -> None:
        """A ``.file`` or ``.loc`` with its operands. Line 0 says that no line is meant."""
        if name == ".loc":
            if args not in self._seen:
                self._seen[args] = self._location(args)
            self.now = self._seen[args]
            return
        match = _FILE.match(args)
        if match:
            directory, file = match[2], match[3]
            self._files[match[1]] = file if file is not None else directory
            self._seen.clear()

    def _location(self, args: str) -> Location | None:
        match = _LOC.match(args)
        if not match or int(match[2]) == 0:
            return None
        return Location(self._files.get(match[1], match[1]), int(match[2]), int(match[3] or 0))
