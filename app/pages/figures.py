"""A side → the figures that stand in the strip above it: registers, memory, occupancy, work of a loop's round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.comparison import Side
from app.cost import charge
from app.model import Resources
from app.program import Kernel

_LINES = 30_000
"""Lines above which a page does not add up a kernel's work while a reader waits."""


class Figure(NamedTuple):
    """A figure of a side: ``registers``, ``214``, ``VGPR``."""

    label: str
    value: str
    unit: str = ""
    title: str = ""
    """What it is a figure of, in full."""


def figures(side: Side, routine: int | None) -> list[Figure]:
    """The figures of one routine, or of the file's longest kernel; what can't be known is left out."""
    kernel = _kernel(side, routine)
    if kernel is None:
        return [Figure("instructions", f"{sum(len(each.instructions) for each in side.program.kernels):,}")]
    found = list(_held(side.isa.resources(side.listing, kernel.routine), kernel))
    if len(side.listing.source.lines) <= _LINES:
        found += _round(kernel)
    return found


def _kernel(side: Side, routine: int | None) -> Kernel | None:
    kernels = side.program.kernels
    if routine is not None:
        chosen = side.listing.routines[routine]
        return next((each for each in kernels if each.routine == chosen), None)
    return max(kernels, key=lambda each: each.routine.end_line - each.routine.line, default=None)


def _held(resources: Resources, kernel: Kernel) -> Iterator[Figure]:
    named = [(resources.vgpr, "VGPR"), (resources.agpr, "AGPR"), (resources.sgpr, "SGPR")]
    parts = [f"{count} {name}" for count, name in named if count]
    if parts:
        yield Figure("registers", parts[0].split()[0], " ".join([parts[0].split()[1], *parts[1:]]))
    elif kernel.pressure:
        file, peak = max(kernel.pressure.items(), key=lambda item: item[1].registers)
        yield Figure(
            "live at once",
            f"{peak.registers:,}",
            f"{file} registers",
            "The most registers of one kind that hold a value at one place. How many the GPU gets, ptxas decides.",
        )
    if resources.lds_bytes:
        name = "LDS" if resources.vgpr is not None else "shared"
        yield Figure(name, f"{resources.lds_bytes:,}", "B fixed")
    if resources.scratch_bytes:
        yield Figure("scratch", f"{resources.scratch_bytes:,}", "B a lane")
    if resources.waves_per_simd is not None:
        limit = f"Limited by {', '.join(resources.limits)}." if resources.limits else "Not limited by the kernel."
        remarks = " ".join((limit, *resources.remarks))
        yield Figure("occupancy", str(resources.waves_per_simd), "waves a SIMD", remarks)


def _round(kernel: Kernel) -> list[Figure]:
    """One round of the loop that computes most: of a whole workgroup, as that alone can be held against another ISA's.

    Where the text does not say how many threads a workgroup has, of ``lanes`` lanes.
    """
    bill = charge(kernel)
    rounds, who = bill.workgroup_rounds, f"a workgroup of {bill.threads} threads"
    if not rounds:
        rounds, who = bill.rounds, f"{bill.lanes} lanes"
    best = max((work for work in rounds if work.flops), key=lambda work: work.flops or 0, default=None)
    if best is None or not best.flops:
        return []
    title = f"One round of the loop that computes most, for {who}"
    value, _, unit = _short(best.flops, "FLOP").partition(" ")
    whose = "a workgroup" if bill.workgroup_rounds else f"{bill.lanes} lanes"
    found = [Figure("a round", value, f"{unit}, {whose}", f"{title}: {best.flops:,} FLOP.")]
    loaded = best.bytes.get("global_load")
    if loaded:
        value, _, unit = _bytes(loaded).partition(" ")
        found.append(Figure("loads", value, unit, f"{title}: {loaded:,} bytes loaded from global memory."))
    return found


def _short(count: int, unit: str) -> str:
    for factor, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count >= factor:
            return f"{count / factor:.3g} {letter}{unit}"
    return f"{count} {unit}"


def _bytes(count: int) -> str:
    for factor, unit in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if count >= factor:
            return f"{count / factor:.3g} {unit}"
    return f"{count} B"
