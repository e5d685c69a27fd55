"""A kernel → the telling constants that each operation works with: ``log2 e``, a scale, an epsilon."""

from __future__ import annotations

from collections.abc import Sequence

from app.align.vocabulary import Vocabulary
from app.program import Kernel

_FLOATING = frozenset({"add", "mul", "fma", "minmax", "exp", "log", "rcp", "rsqrt", "sqrt", "convert", "round"})
_HOPS = 3
"""Moves and packs that a constant passes through on its way."""


def constants(
    kernel: Kernel,
    indices: Sequence[int],
    named: Sequence[str],
    kind: Sequence[str],
    data: Sequence[tuple[int, ...]],
    vocabulary: Vocabulary,
) -> list[int]:
    """For each instruction of floating-point work its constants as facts; 0 elsewhere."""
    statements, isa = kernel.listing.statements, kernel.isa
    own = [0] * len(indices)
    carries = bytearray(len(indices))
    for place, index in enumerate(indices):
        if not kind[place] and named[place] in ("move", "convert.pack"):
            carries[place] = 1
        if carries[place] or kind[place] in _FLOATING:
            for value in isa.constants(statements[index]):
                own[place] |= vocabulary.bit(f"constant {value:#x}")
    found = list(own)
    for _ in range(_HOPS):
        for place in range(len(indices)):
            for source in data[place]:
                if carries[source]:
                    found[place] |= found[source]
    return [mask if kind[place] in _FLOATING else 0 for place, mask in enumerate(found)]
