"""One side → what each of its lines is: its class of operation, how much it matters, the link it is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from app.align.links import Link
from app.comparison import Side
from app.model import Access, Kind, Whence
from app.operations import Group, Operation, operation
from app.pages.marks import CHIP_OF
from app.program import Kernel


class Rank(IntEnum):
    """How early a line is folded away: a level of folding shows the ranks below it."""

    KEY = 0
    WORK = 1
    ADDRESS = 2
    SILENT = 3


_MOVES = ("move", "address.", "lane.id", "register.read", "stack", "accumulator.", "load.param", "store.param")
_INTEGER = ("int.", "bits.", "convert.width")
_READS_ADDRESSES = frozenset({Group.GLOBAL, Group.SHARED, Group.TENSOR, Group.ASYNC, Group.MATRIX})
_NO_DATA = frozenset({Group.WAIT, Group.BARRIER, Group.CONTROL, Group.HINT, Group.OTHER})


@dataclass(frozen=True, slots=True)
class Column:
    """Facts by line; every sequence has one entry a line, and a first one that is not used."""

    letter: str
    """``L`` or ``R``."""
    side: Side
    statements: Sequence[int]
    """Listing index of the statement that a line shows; -1 for none."""
    styles: Sequence[str]
    """Class of the operation, ``label``, ``directive``, ``unreadable``, or empty."""
    ranks: Sequence[int]
    links: Sequence[int]
    """Position of the link that the line is in; -1 for none."""
    operations: Mapping[str, Operation]
    """By mnemonic, for those that the file uses."""
    heads: Collection[int]
    """Lines at which a loop starts."""
    main: tuple[int, int]
    """First and last line of the loop with most instructions; both 0 when there is no loop."""
    counts: Mapping[str, int]
    """Instructions by the filter that they belong to; ``other`` for those of none."""
    unpaired: int
    """Key operations that are in no link."""
    whence: Sequence[Whence]
    """By statement, where it comes from in the source."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The file's lines."""
        return self.side.listing.source.lines

    def operation(self, line: int) -> Operation | None:
        """What the instruction at ``line`` does; ``None`` when there is none."""
        index = self.statements[line]
        return self.operations.get(self.side.listing.statements[index].name) if index >= 0 else None

    def line(self, index: int) -> int:
        """The line of a statement."""
        return self.side.listing.statements[index].line


def column(letter: str, side: Side, links: Sequence[Link]) -> Column:
    """Facts of ``side``, which is the left of ``links`` when ``letter`` is ``L``."""
    listing = side.listing
    count = len(listing.source.lines) + 1
    shown, styles, ranks = [-1] * count, [""] * count, [int(Rank.SILENT)] * count
    names = {each.name for each in listing.statements if each.kind is Kind.INSTRUCTION}
    known = {name: operation(side.isa.instruction(name, listing.target).operation) for name in names}
    base = {name: _rank(each) for name, each in known.items()}
    data = _data(side, known)
    starts = {routine.line for routine in listing.routines}
    for index, statement in enumerate(listing.statements):
        line = statement.line
        if statement.kind is Kind.INSTRUCTION:
            rank = base[statement.name]
            if rank == Rank.ADDRESS and index in data:
                rank = Rank.WORK
            style = known[statement.name].group.value
        elif statement.kind is Kind.LABEL:
            rank, style = Rank.WORK, "label"
        elif statement.kind is Kind.UNREADABLE:
            rank, style = Rank.KEY, "unreadable"
        else:
            rank, style = Rank.SILENT, "directive" if statement.kind is Kind.DIRECTIVE else ""
        if line in starts:
            rank = Rank.KEY
        if shown[line] < 0 or rank < ranks[line]:
            shown[line], styles[line], ranks[line] = index, style, int(rank)
            if statement.kind is Kind.INSTRUCTION:
                for more in range(line + 1, min(statement.end_line + 1, count)):
                    styles[more], ranks[more] = style, int(rank)
    loops = {
        listing.statements[kernel.blocks[loop.header].first].line
        for kernel in side.program.kernels
        for loop in kernel.loops
        if not kernel.is_spin(loop)
    }
    for line in loops:
        ranks[line] = int(Rank.KEY)
    aims = {label for kernel in side.program.kernels for flow in kernel.graph.flows.values() for label in flow.labels}
    for statement in listing.statements:
        if statement.kind is Kind.LABEL and statement.name not in aims and ranks[statement.line] == Rank.WORK:
            ranks[statement.line] = int(Rank.SILENT)
    joined = [-1] * count
    for number, link in enumerate(links):
        for index in link.left if letter == "L" else link.right:
            joined[listing.statements[index].line] = number
    counts: Counter[str] = Counter()
    unpaired = 0
    for statement in listing.statements:
        if statement.kind is Kind.INSTRUCTION:
            each = known[statement.name]
            counts[CHIP_OF.get(each.group.value, "other")] += 1
            unpaired += each.key and joined[statement.line] < 0
    whence = side.isa.whence(listing)
    return Column(letter, side, shown, styles, ranks, joined, known, loops, _main(side), counts, unpaired, whence)


def _main(side: Side) -> tuple[int, int]:
    best, span = 0, (0, 0)
    for kernel in side.program.kernels:
        for loop in kernel.loops:
            blocks = [kernel.blocks[position] for position in kernel.blocks_in(loop)]
            size = sum(block.last - block.first for block in blocks)
            if size > best and not kernel.is_spin(loop):
                statements = side.listing.statements
                first, last = min(block.first for block in blocks), max(block.last for block in blocks) - 1
                best, span = size, (statements[first].line, statements[last].end_line)
    return span


def _rank(each: Operation) -> Rank:
    if each.key:
        return Rank.KEY
    return Rank.ADDRESS if each.name.startswith((*_MOVES, *_INTEGER)) else Rank.WORK


def _data(side: Side, known: Mapping[str, Operation]) -> set[int]:
    """Integer instructions whose results end up as data, so that they are no address arithmetic."""
    integer = {name for name, each in known.items() if each.name.startswith(_INTEGER)}
    if not integer:
        return set()
    found: set[int] = set()
    for kernel in side.program.kernels:
        found |= _data_of(kernel, side, known, integer)
    return found


def _data_of(kernel: Kernel, side: Side, known: Mapping[str, Operation], integer: set[str]) -> set[int]:
    statements = side.listing.statements
    through = {name for name, each in known.items() if name in integer or each.name.startswith(_MOVES)}
    work: list[int] = []
    for index in kernel.instructions:
        each = known[statements[index].name]
        if statements[index].name in through or each.group in _NO_DATA or each.name.startswith("predicate."):
            continue
        if each.group in _READS_ADDRESSES:
            work.extend(_data_feeders(kernel, side, index))
        else:
            work.extend(kernel.feeders(index))
    found: set[int] = set()
    while work:
        index = work.pop()
        if index not in found and statements[index].name in through:
            found.add(index)
            work.extend(kernel.feeders(index))
    return {index for index in found if statements[index].name in integer}


def _data_feeders(kernel: Kernel, side: Side, index: int) -> Iterable[int]:
    """What feeds the data, not the addresses and descriptors, of a memory or matrix instruction."""
    reading = side.isa.explain(side.listing.statements[index], side.listing.target)
    data = {
        register
        for operand in reading.operands
        if operand.access in (Access.READ, Access.READWRITE) and "descriptor" not in operand.role
        for register in operand.registers
    }
    for register, definitions in kernel.definitions(index).items() if data else ():
        if register in data:
            yield from definitions
