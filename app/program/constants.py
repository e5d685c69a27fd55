"""A kernel and one of its instructions → what is known of the bits of the registers that it reads."""

from __future__ import annotations

from collections.abc import Mapping

from app.isa.bits import Bits
from app.program.kernel import Kernel

_DEEPEST = 6
"""Most statements to look through for a constant."""
_MOST = 64
"""Most statements to look at for one instruction."""


def known_bits(kernel: Kernel, index: int) -> Mapping[str, Bits]:
    """For each register that ``index`` reads of which something is sure: one statement alone can have written it."""
    return _Search(kernel).inputs(index, _DEEPEST)


class _Search:
    """The statements behind one instruction, each looked at once."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._found: dict[tuple[int, str], Bits | None] = {}

    def inputs(self, index: int, depth: int) -> Mapping[str, Bits]:
        """What is known of what ``index`` reads."""
        found = {}
        for register, definitions in self._kernel.definitions(index).items():
            known = self._left_by(definitions[0], register, depth) if len(definitions) == 1 else None
            if known is not None:
                found[register] = known
        return found

    def _left_by(self, index: int, register: str, depth: int) -> Bits | None:
        """What is known of what ``index`` leaves in ``register``; nothing unless that is its first result."""
        key = index, register
        if key not in self._found:
            self._found[key] = None
            if depth and len(self._found) <= _MOST and self._kernel.effects(index).writes[:1] == (register,):
                statement = self._kernel.listing.statements[index]
                self._found[key] = self._kernel.isa.known(statement, self.inputs(index, depth - 1))
        return self._found[key]
