"""A scalar load or a kernel's directives → which registers hold which bytes of the kernel arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.isa.amdgcn.operands import split
from app.isa.amdgcn.registers import registers
from app.isa.base import ArgumentLoad
from app.model import Routine, Statement

_OFFSET = re.compile(r"(?:offset:)?\s*(0x[0-9a-fA-F]+|\d+)$")
_BEFORE = (("private_segment_buffer", 4), ("dispatch_ptr", 2), ("queue_ptr", 2))
"""User registers that stand before the argument pointer when they are asked for (LLVM, AMDGPUUsage, initial
kernel execution state)."""
_AFTER = (("dispatch_id", 2), ("flat_scratch_init", 2), ("private_segment_size", 1))


def argument_load(statement: Statement, routine: Routine) -> ArgumentLoad | None:
    """An ``s_load_*`` from the register pair that points to the arguments on entry."""
    if not statement.name.startswith("s_load_") or not routine.is_kernel:
        return None
    operands, modifiers = split(statement.args)
    if len(operands) < 2:
        return None
    written, base = registers(operands[0]), registers(operands[1])
    pointer = _pointer(routine)
    if len(base) != 2 or (pointer is not None and base != (f"s{pointer}", f"s{pointer + 1}")):
        return None
    offset = 0
    for text in (*operands[2:3], *modifiers):
        found = _OFFSET.match(text)
        if found:
            offset += int(found[1], 0)
        elif text in operands[2:3] and text not in ("null", "off"):
            return None  # a register gives the offset
    return ArgumentLoad(base, {register: offset + 4 * place for place, register in enumerate(written)})


def entry_arguments(routine: Routine) -> Mapping[str, int]:
    """Registers that the hardware fills with arguments before the first instruction (kernarg preload)."""
    length = _number(routine, "kernarg_preload_length")
    pointer = _pointer(routine)
    if not length or pointer is None:
        return {}
    first = pointer + 2 + sum(size for name, size in _AFTER if _number(routine, name))
    start = (_number(routine, "kernarg_preload_offset") or 0) * 4
    return {f"s{first + place}": start + 4 * place for place in range(length)}


def _pointer(routine: Routine) -> int | None:
    """Number of the first register of the pair that points to the arguments; ``None`` when directives don't say."""
    if _number(routine, "kernarg_segment_ptr") is None:
        return None
    return sum(size for name, size in _BEFORE if _number(routine, name))


def _number(routine: Routine, name: str) -> int | None:
    text = routine.attributes.get(f"amdhsa.user_sgpr_{name}", "")
    try:
        return int(text, 0)
    except ValueError:
        return None
