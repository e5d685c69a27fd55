"""Names of facts ↔ bits."""

from __future__ import annotations


class Vocabulary:
    """Names of facts ↔ bits, the same on both sides of a comparison."""

    def __init__(self) -> None:
        self._bits: dict[str, int] = {}
        self.names: list[str] = []

    def bit(self, name: str) -> int:
        """The bit that stands for ``name``."""
        found = self._bits.get(name)
        if found is None:
            found = self._bits[name] = 1 << len(self.names)
            self.names.append(name)
        return found

    def words(self, mask: int) -> list[str]:
        """The names in a mask."""
        return [name for place, name in enumerate(self.names) if mask >> place & 1]
