"""Instructions in order → what goes from one to another through shared and tensor memory."""

from __future__ import annotations

from collections.abc import Sequence


def through_memory(
    kind: Sequence[str], data: list[tuple[int, ...]], users: list[tuple[int, ...]], mnemonics: Sequence[str]
) -> None:
    """Adds to ``data`` and ``users`` what goes through shared and tensor memory.

    A run of writes that no read interrupts is one phase; a read takes what the last phase before it wrote, or,
    before the first, the last phase of all (it comes round a loop).
    """
    for writes, reads in ((_WRITES_SHARED, _READS_SHARED), (_WRITES_TENSOR, _READS_TENSOR)):
        phases: list[list[int]] = []
        open_phase = False
        takers: list[tuple[int, int]] = []
        for place, name in enumerate(kind):
            if not name:
                continue
            if reads(name, mnemonics[place]):
                takers.append((place, len(phases) - 1))
                open_phase = False
            if writes(name, mnemonics[place]):
                if not open_phase:
                    phases.append([])
                    open_phase = True
                phases[-1].append(place)
        for place, phase in takers:
            if phases:
                sources = phases[phase]
                data[place] += tuple(sources[:_WIDEST])
                for source in sources[:_WIDEST]:
                    users[source] += (place,)


_WIDEST = 64
"""Most writes of a phase that a read is tied to: they are copies of each other."""


def _WRITES_SHARED(kind: str, mnemonic: str) -> bool:  # noqa: N802
    return kind == "shared_store" or (kind == "load" and (".shared" in mnemonic or "lds" in mnemonic))


def _READS_SHARED(kind: str, mnemonic: str) -> bool:  # noqa: N802
    return kind == "shared_load" or (kind == "matrix" and mnemonic.startswith(("tcgen05", "wgmma")))


def _WRITES_TENSOR(kind: str, mnemonic: str) -> bool:  # noqa: N802
    return mnemonic.startswith(("tcgen05.mma", "tcgen05.st", "tcgen05.cp"))


def _READS_TENSOR(kind: str, mnemonic: str) -> bool:  # noqa: N802
    return mnemonic.startswith(("tcgen05.ld", "tcgen05.mma"))
