"""A kernel → the graph of its work: which loads feed which matrix operation, which exponential follows what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.align.arguments import argument_offsets, name_of
from app.align.constants import constants
from app.align.descriptors import addresses, maps
from app.align.flow import carry, everything, nearest, reversed_edges
from app.align.idioms import divisions
from app.align.kinds import kinds
from app.align.memory import through_memory
from app.align.ordering import Surroundings, surroundings, tell
from app.align.vocabulary import Vocabulary
from app.model import Access, Parameter
from app.program import Kernel

_ADDRESSED = frozenset({"load", "store", "shared_load", "shared_store", "atomic", "tensor_load", "tensor_store"})
_GLOBAL = frozenset({"load", "store", "atomic"})
_BY_MAP = frozenset({"async.copy.tensor.load", "async.copy.tensor.store", "async.reduce"})
_SOURCES = frozenset({"load", "shared_load", "tensor_load"})
"""Kinds whose registers all form an address: what they give comes from memory."""


@dataclass(slots=True)
class Graph:
    """One kernel. Lists have one entry an instruction, in the order of ``Kernel.instructions``; facts are bits."""

    kernel: Kernel
    indices: tuple[int, ...]
    kind: list[str]
    """The kind of work; empty for glue."""
    work: list[int]
    """Positions of the instructions that are work."""
    data: list[tuple[int, ...]]
    """Positions of the instructions whose values each one uses as data, memory included."""
    users: list[tuple[int, ...]]
    """The other way round."""
    loops: list[int]
    """Position of the innermost loop that does work (retry loops do none); -1 outside."""
    own: list[int]
    """For work its kind, with the argument it reads or writes where that is known."""
    base: list[int]
    """For what touches global memory, the pointer arguments its address derives from."""
    arguments: list[int]
    """Arguments that reach it through glue alone."""
    constants: list[int]
    """Telling constants it works with."""
    extras: dict[int, list[int]]
    """For work that stands for several instructions, the positions of the others."""
    facts: dict[str, list[int]]
    """What stands around each instruction, by how far one looks (see ``VIEWS``)."""
    around: Surroundings
    """What stands next to barriers and waits."""

    def kinds(self) -> dict[int, str]:
        """The kind of every piece of work by listing index, those that an idiom's last stands for included."""
        found = {self.indices[place]: self.kind[place] for place in self.work}
        for last, others in self.extras.items():
            found.update((self.indices[place], self.kind[last]) for place in others)
        return found


VIEWS = ("up", "down", "before", "after")
"""Nearest work up and down the dataflow; all of it within one pass through the code."""


def read(kernel: Kernel, vocabulary: Vocabulary, parameters: Sequence[Parameter]) -> Graph:
    """Builds the graph. ``parameters`` names the arguments: the kernel's own, or its counterpart's when it has none."""
    indices = kernel.instructions
    position = {index: place for place, index in enumerate(indices)}
    kind_of = kinds()
    named = [kernel.operation(index) for index in indices]
    kind = [kind_of.get(name, "") for name in named]
    loaded, entry = argument_offsets(kernel, vocabulary, parameters)
    for place, index in enumerate(indices):
        if named[place] == "load.scalar" and not kind[place] and index not in loaded:
            kind[place] = "load"  # one value for all lanes, from memory that an argument points to
    data, address, arguments = _feeders(kernel, indices, position, kind, loaded, entry)
    users = reversed_edges(data)
    through_memory(kind, data, users, [kernel.instruction(index).mnemonic for index in indices])
    steps = [name == "float.div.step" for name in named]
    extras = divisions(steps, kind, data, users)
    for run in extras.values():
        for place in run:
            kind[place] = ""
    work = [place for place, name in enumerate(kind) if name]
    carried = carry(arguments, [d + a for d, a in zip(data, address, strict=True)], kind)
    base = _bases(kernel, indices, named, data, kind, work, address, arguments, carried, vocabulary, parameters)
    own = [0] * len(indices)
    for place in work:
        for name in vocabulary.words(base[place]) if base[place] else [""]:
            own[place] |= vocabulary.bit(f"{kind[place]} {name}".strip())
    told = constants(kernel, indices, named, kind, data, vocabulary)
    rich = [a | b for a, b in zip(own, told, strict=True)]
    facts = {
        "up": nearest(rich, data, kind, backward=False),
        "down": nearest(rich, users, kind, backward=True),
        "before": everything(own, data, backward=False),
        "after": everything(own, users, backward=True),
    }
    around = surroundings(kind, work)
    tell(around, facts, own)
    loops = _loops(kernel, indices)
    return Graph(kernel, indices, kind, work, data, users, loops, own, base, carried, told, extras, facts, around)


def _bases(
    kernel: Kernel,
    indices: Sequence[int],
    named: Sequence[str],
    data: Sequence[tuple[int, ...]],
    kind: Sequence[str],
    work: Sequence[int],
    address: Sequence[tuple[int, ...]],
    arguments: Sequence[int],
    carried: Sequence[int],
    vocabulary: Vocabulary,
    parameters: Sequence[Parameter],
) -> list[int]:
    """For global memory operations the pointers behind their addresses; any arguments where none is a pointer."""
    pointers = 0
    for parameter in parameters:
        if parameter.size is None or parameter.size == 8 or parameter.size >= 64:
            pointers |= vocabulary.bit(name_of(parameter.index))
    placed = maps(kernel, indices, named, carried, data, pointers) if pointers else {}
    base = [0] * len(kind)
    for place in work:
        if kind[place] in _GLOBAL:
            reached = _reach(address[place], arguments, carried, kind) | arguments[place]
            base[place] = reached & pointers or reached
            if placed and named[place] in _BY_MAP:
                told = [placed[key] for key in addresses(kernel, indices[place]) if placed.get(key)]
                base[place] = told[0] if told else base[place]
    return base


def _reach(places: Iterable[int], own: Sequence[int], carried: Sequence[int], kind: Sequence[str]) -> int:
    found = 0
    for place in places:
        found |= own[place] if kind[place] else carried[place]
    return found


def _feeders(
    kernel: Kernel,
    indices: Sequence[int],
    position: dict[int, int],
    kind: Sequence[str],
    loaded: Mapping[int, Mapping[str, int]],
    entry: Mapping[str, int],
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], list[int]]:
    """Data feeders, address feeders, and the arguments each instruction reads or loads by itself."""
    data: list[tuple[int, ...]] = []
    address: list[tuple[int, ...]] = []
    arguments: list[int] = []
    values = kernel.values
    for place, index in enumerate(indices):
        effects = kernel.effects(index)
        addressing = _addressing(kernel, index, kind[place])
        guard = kernel.listing.statements[index].guard.lstrip("@!")
        of_data: dict[int, None] = {}
        of_address: dict[int, None] = {}
        own = 0
        for register, value in zip(effects.reads, values.reads.get(index, ()), strict=False):
            if register == guard:
                continue
            sources = values.sources(value)
            into = of_address if addressing is None or register in addressing else of_data
            if not sources:
                own |= entry.get(register, 0)
            for source in sources:
                if source in loaded:
                    own |= loaded[source].get(register, 0)
                else:
                    into[position[source]] = None
        data.append(tuple(of_data))
        address.append(tuple(of_address))
        arguments.append(own)
    return data, address, arguments


_NONE: frozenset[str] = frozenset()


def _addressing(kernel: Kernel, index: int, kind: str) -> frozenset[str] | None:
    """Registers of an instruction that form an address; ``None`` when all of them do."""
    if kind in _SOURCES:
        return None
    if kind not in _ADDRESSED:
        return _NONE
    reading = kernel.isa.explain(kernel.listing.statements[index], kernel.listing.target)
    return frozenset(
        register for operand in reading.operands if operand.access is Access.ADDRESS for register in operand.registers
    )


def _loops(kernel: Kernel, indices: Sequence[int]) -> list[int]:
    spins = {loop.position for loop in kernel.loops if kernel.is_spin(loop)}
    found = []
    for index in indices:
        loop = kernel.loop_of(index)
        if loop is not None and loop.position in spins:
            found.append(-1 if loop.parent is None else loop.parent)
        else:
            found.append(-1 if loop is None else loop.position)
    return found
