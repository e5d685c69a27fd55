"""A kernel → which registers of which statements hold which kernel argument."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from app.align.vocabulary import Vocabulary
from app.model import Parameter
from app.program import Kernel


def name_of(parameter: int) -> str:
    """The fact that stands for one argument."""
    return f"argument {parameter}"


def argument_offsets(
    kernel: Kernel, vocabulary: Vocabulary, parameters: Sequence[Parameter]
) -> tuple[dict[int, dict[str, int]], dict[str, int]]:
    """For each statement that loads arguments its registers' facts, and those of registers filled on entry."""
    placed = sorted((p.offset, p.size or 8, p.index) for p in parameters if p.offset is not None)
    starts = [offset for offset, _, _ in placed]

    def fact(offset: int) -> int:
        place = bisect_right(starts, offset) - 1
        if place < 0 or offset >= placed[place][0] + placed[place][1]:
            return 0
        return vocabulary.bit(name_of(placed[place][2]))

    statements, target, isa = kernel.listing.statements, kernel.listing.target, kernel.isa
    loaded: dict[int, dict[str, int]] = {}
    for index in kernel.instructions:
        load = isa.argument_load(statements[index], kernel.routine, target)
        if load is None:
            continue
        if load.base and any(sources for sources in kernel.definitions(index).values()):
            continue  # the base is no longer what the kernel was entered with
        loaded[index] = {register: fact(offset) for register, offset in load.offsets.items()}
    entry: Mapping[str, int] = isa.entry_arguments(kernel.routine)
    return loaded, {register: fact(offset) for register, offset in entry.items()}
