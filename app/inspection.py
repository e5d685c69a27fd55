"""A source's program → what is known of each kernel: the values that the ``inspect`` command gives, as JSON or text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.cost import Bill, Work, charge
from app.model import Listing, Resources
from app.program import Block, Kernel, Loop, Program
from app.waits import Waited, waits

_ALWAYS = ("global_load", "global_store")
"""Traffic that is named even when there is none."""


def inspect(program: Program) -> dict[str, Any]:
    """The contract's object. Lines are 1-based; ``None`` is what can't be known."""
    listing = program.listing
    diagnostics = sorted((*listing.diagnostics, *program.diagnostics), key=lambda each: each.line)
    return {
        "isa": listing.isa,
        "target": listing.target,
        "lines": len(listing.source.lines),
        "kernels": [_kernel(kernel) for kernel in program.kernels if kernel.routine.is_kernel],
        "diagnostics": [
            {"line": each.line, "severity": each.severity.value, "message": each.message} for each in diagnostics
        ],
    }


def _kernel(kernel: Kernel) -> dict[str, Any]:
    listing, routine = kernel.listing, kernel.routine
    bill, found = charge(kernel), waits(kernel)
    return {
        "name": kernel.name,
        "line": routine.line,
        "end_line": routine.end_line,
        "instructions": len(kernel.instructions),
        "blocks": [_block(kernel, block) for block in kernel.blocks],
        "loops": [_loop(kernel, loop, bill) for loop in kernel.loops],
        "resources": _resources(kernel.isa.resources(listing, routine)),
        "waits": [_wait(listing, each) for each in found.all],
        "waits_not_analysed": found.not_analysed,
        "operations": dict(sorted(bill.operations.items())),
        "lanes": bill.lanes,
        "threads": bill.threads,
        "flops": bill.total.flops,
        "bytes": _bytes(bill.total),
        "once": {"flops": bill.once.flops, "bytes": _bytes(bill.once)},
        "untold": _lines(listing, bill.once.unknown),
    }


def _block(kernel: Kernel, block: Block) -> dict[str, Any]:
    statements = kernel.listing.statements
    return {
        "line": statements[block.first].line,
        "end_line": statements[block.last - 1].end_line,
        "successors": [statements[kernel.blocks[each].first].line for each in block.successors],
    }


def _loop(kernel: Kernel, loop: Loop, bill: Bill) -> dict[str, Any]:
    work = bill.rounds[loop.position]
    whole = bill.workgroup_rounds[loop.position] if bill.workgroup_rounds else None
    return {
        "line": loop.line,
        "end_line": loop.end_line,
        "depth": loop.depth,
        "rounds": kernel.trips(loop),
        "retries_a_wait": kernel.is_spin(loop),
        "bound": None,
        "flops": work.flops,
        "bytes": _bytes(work),
        "workgroup": {"flops": whole.flops, "bytes": _bytes(whole)} if whole else None,
    }


def _resources(held: Resources) -> dict[str, Any]:
    return {
        "vgpr": held.vgpr,
        "agpr": held.agpr,
        "sgpr": held.sgpr,
        "lds_bytes": held.lds_bytes,
        "scratch_bytes": held.scratch_bytes,
        "waves_per_simd": held.waves_per_simd,
        "limits": list(held.limits),
        "remarks": list(held.remarks),
    }


def _wait(listing: Listing, each: Waited) -> dict[str, Any]:
    return {
        "line": listing.statements[each.index].line,
        "counter": each.counter,
        "value": each.value,
        "waits_for": _lines(listing, each.waits_for),
        "exact": each.exact,
        "reason": each.reason,
    }


def _bytes(work: Work) -> dict[str, int | None]:
    return {**dict.fromkeys(_ALWAYS, 0), **work.bytes}


def _lines(listing: Listing, indices: tuple[int, ...]) -> list[int]:
    return sorted({listing.statements[index].line for index in indices})


def as_text(program: Program) -> str:
    """The same for a terminal: a few lines a kernel."""
    listing = program.listing
    kernels = [kernel for kernel in program.kernels if kernel.routine.is_kernel]
    where = " ".join(filter(None, (listing.isa, listing.target)))
    lines = [f"{listing.source.name}: {where}, {len(listing.source.lines):,} lines, {_count(len(kernels), 'kernel')}"]
    for kernel in kernels:
        lines += ["", *_kernel_text(kernel, charge(kernel))]
    return "\n".join(lines)


def _kernel_text(kernel: Kernel, bill: Bill) -> Iterator[str]:
    routine = kernel.routine
    yield f"{kernel.name or '(no name)'}  lines {routine.line}-{routine.end_line}"
    yield f"  {_count(len(kernel.instructions), 'instruction')}, {_count(len(kernel.blocks), 'block')}"
    held = kernel.isa.resources(kernel.listing, routine)
    figures = {
        "VGPR": held.vgpr,
        "AGPR": held.agpr,
        "SGPR": held.sgpr,
        "LDS bytes": held.lds_bytes,
        "scratch bytes": held.scratch_bytes,
        "waves a SIMD": held.waves_per_simd,
    }
    stated = [f"{name} {figure:,}" for name, figure in figures.items() if figure is not None]
    if stated:
        yield f"  {', '.join(stated)}"
    yield from (f"  {remark}" for remark in held.remarks)
    yield f"  one wave or warp, each instruction once: {_work(bill.once)}"
    for loop in kernel.loops:
        rounds = kernel.trips(loop)
        times = "rounds not constant" if rounds is None else _count(rounds, "round")
        times = "retries a wait" if kernel.is_spin(loop) else times
        yield f"  loop {loop.line}-{loop.end_line}, depth {loop.depth}, {times}: {_work(bill.rounds[loop.position])}"
        if bill.workgroup_rounds and not kernel.is_spin(loop):
            yield f"    all {bill.threads:,} threads: {_work(bill.workgroup_rounds[loop.position])}"
    found = waits(kernel)
    exact = sum(each.exact for each in found.all)
    tally = f"{_count(len(found.all), 'wait')}, {exact:,} exact"
    yield f"  {found.not_analysed or tally}"


def _work(work: Work) -> str:
    flops = "FLOP not known" if work.flops is None else f"{work.flops:,} FLOP"
    moved = [f"{kind.replace('_', ' ')} {'not known' if n is None else f'{n:,} B'}" for kind, n in work.bytes.items()]
    return ", ".join((flops, *moved))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
