"""A file against itself, renamed and shuffled: how many statements does the same-ISA diff pair right?

    python benchmarks/renamed.py FILE …

Registers get other numbers, labels other names, and 5 % of the instructions change place with an independent
neighbour. Prints the share of statements (labels and instructions) paired with what they were.
"""

from __future__ import annotations

import random
import re
import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app import isa as registry
from app.align import align
from app.model import Kind, Transfer
from app.program import Kernel, Program, understand
from app.sources import read_source

SHARE = 0.05
_AMD = re.compile(r"(?<![\w.$\[])([vsa])(\d+|\[(\d+):(\d+)\])(?![\w(])")
_PTX = re.compile(r"(%[a-z]+)(\d+)\b")
_LABEL = re.compile(r"(?<![\w.$])(\.?\$?L_?_?BB\d+_\d+|\.LBB\d+_\d+)(?!\w)")


def rename(text: str, isa: str) -> str:
    """The text with every register's number and every block label changed; comments cut off."""

    def amd(match: re.Match[str]) -> str:
        if match[3]:
            return f"{match[1]}[{int(match[3]) + 8}:{int(match[4]) + 8}]"
        return f"{match[1]}{int(match[2]) + 8}"

    text = _LABEL.sub(lambda match: match[0] + "_renamed", text)
    if isa == "ptx":
        return _PTX.sub(lambda match: f"{match[1]}{int(match[2]) + 5000}", text)
    return _AMD.sub(amd, text)


def swaps(program: Program, share: float, dice: random.Random) -> dict[int, int]:
    """Lines that change place with the next instruction of their block, where neither needs the other."""
    found: dict[int, int] = {}
    for kernel in program.kernels:
        candidates = [pair for pair in pairwise(kernel.instructions) if _independent(kernel, *pair)]
        dice.shuffle(candidates)
        taken: set[int] = set()
        for one, other in candidates:
            if len(taken) >= share * len(kernel.instructions):
                break
            if one in taken or other in taken:
                continue
            taken |= {one, other}
            lines = [program.listing.statements[index].line for index in (one, other)]
            found[lines[0]], found[lines[1]] = lines[1], lines[0]
    return found


def _independent(kernel: Kernel, one: int, other: int) -> bool:
    first, second = kernel.effects(one), kernel.effects(other)
    statements = kernel.listing.statements
    return (
        kernel.block_of(one) == kernel.block_of(other)
        and kernel.flow(one).transfer is Transfer.NEXT
        and kernel.flow(other).transfer is Transfer.NEXT
        and bool(first.writes and second.writes)
        and not set(first.writes) & {*second.reads, *second.writes}
        and not set(second.writes) & set(first.reads)
        and statements[one].line == statements[one].end_line
        and statements[other].line == statements[other].end_line
    )


def measure(path: Path) -> tuple[int, int]:
    """Statements, and how many of them were paired right."""
    name = "ptx" if path.suffix == ".ptx" else "amdgcn"
    isa = registry.get(name)
    source = read_source(path.read_bytes(), path.name)
    left = understand(isa.read(source), isa)
    moved = swaps(left, SHARE, random.Random(path.name))
    lines = [source.lines[moved.get(number, number) - 1] for number in range(1, len(source.lines) + 1)]
    changed = read_source(rename("\n".join(lines), name).encode(), path.name)
    right = understand(isa.read(changed), isa)
    alignment = align(left, right, use_loc=False)
    total = right_ones = 0
    partner = {
        left.listing.statements[a].line: right.listing.statements[b].line
        for link in alignment.links
        for a, b in zip(link.left, link.right, strict=True)
    }
    for kernel in left.kernels:
        for index in range(kernel.routine.first, kernel.routine.last):
            statement = left.listing.statements[index]
            if statement.kind in (Kind.INSTRUCTION, Kind.LABEL):
                total += 1
                right_ones += partner.get(statement.line) == moved.get(statement.line, statement.line)
    return total, right_ones


def main(paths: list[str]) -> None:
    shares = []
    for text in paths:
        total, right_ones = measure(Path(text))
        shares.append(right_ones / max(1, total))
        print(f"{text}: {right_ones:,} of {total:,} = {shares[-1]:.4f}")
    print(f"mean of {len(shares)} files: {sum(shares) / max(1, len(shares)):.4f}, lowest {min(shares):.4f}")


if __name__ == "__main__":
    main(sys.argv[1:])
