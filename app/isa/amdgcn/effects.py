"""One statement → the registers that it reads and writes, those that its text does not name included.

Three decisions keep dataflow useful:

* every vector instruction reads EXEC; it is listed only where an instruction names, saves or sets it;
* a lane that EXEC turns off keeps its old value; that alone does not make a write ``partial``. What
  does: half a register (``v5.h``, ``d16`` loads, SDWA with preserved bytes), one lane
  (``v_writelane``), DPP lanes that the masks leave out, an indirect destination;
* the old value that a partial write leaves in place is not listed as read.

A wave of 32 uses the low half of VCC alone; where VCC is not in the text, gfx10 and later read the low half.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.amdgcn import implicit
from app.isa.amdgcn.access import accesses
from app.isa.amdgcn.operands import split
from app.isa.amdgcn.registers import registers
from app.model import NO_EFFECTS, Access, Effects, Statement

_HALF = re.compile(r"\d\]?\.[lh]\b")
_READS = frozenset({Access.READ, Access.READWRITE, Access.ADDRESS})
_WRITES = frozenset({Access.WRITE, Access.READWRITE})


def effects(statement: Statement, target: str | None) -> Effects:
    """Registers that ``statement`` reads and writes, each once, in the order of the text."""
    return _effects(statement.name, statement.args, target)


@lru_cache(maxsize=131072)
def _effects(name: str, args: str, target: str | None) -> Effects:
    if "::" in args:
        return _dual(name, args, target)
    stem = implicit.stem(name)
    operands, modifiers = split(args)
    reads: list[str] = []
    writes: list[str] = []
    partial = implicit.partial(stem, modifiers)
    for text, access in zip(operands, accesses(name, operands, modifiers, target), strict=True):
        if access is Access.NONE:
            continue
        named = registers(text)
        if access in _READS and not (partial and access is Access.READWRITE):
            reads += named
        if access in _WRITES:
            writes += implicit.written_part(stem, named)
            partial = partial or (named != () and _HALF.search(text) is not None)
    reads += implicit.reads(stem, len(operands), modifiers, target)
    writes += implicit.writes(stem, len(operands), target)
    if not reads and not writes:
        return NO_EFFECTS
    return Effects(_once(reads), _once(writes), partial)


def _dual(name: str, args: str, target: str | None) -> Effects:
    """Two operations that issue together: both read before either writes."""
    first, _, second = args.partition("::")
    mnemonic, _, rest = second.strip().partition(" ")
    one, two = _effects(name, first.strip(), target), _effects(mnemonic, rest.strip(), target)
    return Effects(_once([*one.reads, *two.reads]), _once([*one.writes, *two.writes]), one.partial or two.partial)


def _once(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
