"""The operand of an instruction that steers the program → what it stands for: counters, registers, messages, delays.

Encodings were checked against LLVM 22's assembler and disassembler.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.isa.amdgcn import waits
from app.isa.amdgcn.fields import fields, named
from app.isa.amdgcn.numbers import integer
from app.model import Kind, Statement


def counters(name: str, args: str, target: str | None) -> str:
    """``vmcnt(0) & lgkmcnt(1)`` or a number → what is waited for, in words."""
    most = {counter.name: counter.most for counter in waits.counters(target)}
    said = []
    for wait in waits.waits(Statement(Kind.INSTRUCTION, 0, 0, name, args), target):
        what = waits.meaning(wait.counter)
        if wait.value is None:
            said.append(f"until at most as many of the {what} are outstanding as {_symbol(wait.counter, args)} says")
            continue
        left = min(wait.value, most.get(wait.counter, wait.value)) if f"{wait.counter}_sat" in args else wait.value
        amount = f"at most {left}" if left else "none"
        said.append(f"until {amount} of the {what} {'is' if left < 2 else 'are'} outstanding")
    return "; ".join(said) if said else "waits for nothing"


def _symbol(counter: str, args: str) -> str:
    """What gives a counter's number: ``n`` in ``vmcnt(n)``, the sum of a register and a constant."""
    term = re.search(rf"{counter}(?:_sat)?\s*\(([^()]*)\)", args)
    register, comma, number = args.partition(",")
    return term[1].strip() if term else f"{register.strip()} + {number.strip()}" if comma else args.strip()


def beyond(args: str, target: str | None) -> list[tuple[str, int, int]]:
    """Of ``s_waitcnt``: the counters that are given more than they can count to, with that number and their most."""
    most = {counter.name: counter.most for counter in waits.counters(target)}
    terms = re.findall(r"(\w+)\s*\(\s*(\w+)\s*\)", args)
    given = ((name, integer(value)) for name, value in terms)
    return [(name, value, most[name]) for name, value in given if value is not None and value > most.get(name, value)]


class Field(NamedTuple):
    """Bits of a hardware register."""

    register: str
    first: int = 0
    size: int = 32


def _field(text: str, target: str) -> Field | None:
    """``hwreg(HW_REG_MODE, 0, 4)``, ``{id: 1, offset: 0, size: 4}`` or a number; ``None`` for other texts."""
    number = integer(text)
    if number is not None:
        return Field(_hardware(str(number & 0x3F), target), number >> 6 & 0x1F, (number >> 11 & 0x1F) + 1)
    call = re.fullmatch(r"hwreg\s*\((.*)\)", text)
    braces = re.fullmatch(r"\{(.*)\}", text)
    if call:
        parts = [part.strip() for part in call[1].split(",")]
    elif braces:
        keyed = dict(part.split(":", 1) for part in braces[1].split(",") if ":" in part)
        clean = {key.strip(): value.strip() for key, value in keyed.items()}
        parts = [clean.get("id", "0"), clean.get("offset", "0"), clean.get("size", "32")]
    else:
        return None
    bounds = [integer(part) for part in parts[1:3]]
    first, size = bounds if len(bounds) == 2 else (None, None)
    name = _hardware(parts[0], target)
    return Field(name) if first is None or size is None else Field(name, first, size)


def _hardware(text: str, target: str) -> str:
    """A hardware register's name, from its name or number."""
    number = integer(text)
    if number is None:
        return text
    return named(fields().hwreg_number, number, target) or f"hardware register {number}"


def hwreg(text: str, target: str) -> str:
    """A hardware register operand → the register and the bits."""
    field = _field(text, target)
    if field is None:
        return ""
    name, first, size = field
    what = fields().hwreg.get(name.upper(), "")
    span = "all 32 bits" if size >= 32 else f"bit {first}" if size == 1 else f"bits {first + size - 1}:{first}"
    return f"{span} of {name.removeprefix('HW_REG_')}" + (f": {what}" if what else "")


def message(text: str, target: str) -> str:
    """``sendmsg(MSG_GS, GS_OP_EMIT, 0)`` or a number → what it says."""
    call = re.fullmatch(r"sendmsg\s*\((.*)\)", text)
    parts = [part.strip() for part in call[1].split(",")] if call else [text]
    number = integer(parts[0])
    name = parts[0]
    if number is not None:
        number = number if call else number & (0xFF if target.startswith(("gfx11", "gfx12")) else 0xF)
        name = named(fields().message_number, number, target)
    what = fields().message.get(name.upper(), "")
    if not what:
        return f"message {parts[0]}"
    rest = f" ({', '.join(parts[1:])})" if len(parts) > 1 else ""
    return f"{name}{rest}: {what}" if number is not None else what + rest


def barrier(text: str) -> str:
    """``-1`` → which barrier."""
    number = integer(text)
    if number is None:
        return "the barrier that M0 numbers" if text == "m0" else ""
    if 0x8000 <= number <= 0xFFFF:
        number -= 0x10000
    return fields().barrier.get(str(number)) or f"named barrier {number}"


def delay(text: str) -> str:
    """``instid0(VALU_DEP_1) | instskip(NEXT) | instid1(…)`` or a number → the two dependencies."""
    number = integer(text)
    if number is not None:
        ids, skips = list(fields().delay), list(fields().skip)
        found = [number & 0xF, number >> 4 & 7, number >> 7 & 0xF]
        if found[0] >= len(ids) or found[2] >= len(ids) or found[1] >= len(skips):
            return ""
        first, skip, second = ids[found[0]], skips[found[1]], ids[found[2]]
    else:
        terms = dict(re.findall(r"(inst\w+)\s*\(\s*(\w+)\s*\)", text))
        first, skip, second = (
            terms.get("instid0", "NO_DEP"),
            terms.get("instskip", "SAME"),
            terms.get("instid1", "NO_DEP"),
        )
    said = [f"the next instruction needs {fields().delay.get(first, first)}"] if first != "NO_DEP" else []
    if second != "NO_DEP":
        said.append(f"{fields().skip.get(skip, skip)} needs {fields().delay.get(second, second)}")
    return "; ".join(said) or "no dependency"


_ROUND = ("to nearest even", "up", "down", "towards zero")
_DENORM = ("flush source and result", "flush the result", "flush the source", "keep")
_INDEXED = ("first source", "second source", "third source", "destination")


def _mode(names: tuple[str, ...]) -> Callable[[int], str]:
    return lambda number: f"f32: {names[number & 3]}; f16 and f64: {names[number >> 2 & 3]}"


def _ahead(number: int) -> str:
    lines = number & 3
    return f"{lines} cache line{'' if lines == 1 else 's'} ahead" + (", the default" if lines == 3 else "")


def _banks(number: int) -> str:
    return "; ".join(
        f"{name} from v{256 * (number >> shift & 3)}"
        for name, shift in (("first sources", 0), ("second", 2), ("third", 4), ("destinations", 6))
    )


_MODES = (
    ("rounding of f32", 0, _ROUND),
    ("rounding of f16 and f64", 2, _ROUND),
    ("subnormals of f32", 4, _DENORM),
    ("subnormals of f16 and f64", 6, _DENORM),
)


def sets_mode(text: str, target: str) -> bool:
    """Whether a hardware register operand names MODE or a part of it."""
    field = _field(text, target)
    return field is not None and field.register.upper() in ("HW_REG_MODE", "HW_REG_WAVE_MODE")


def mode(text: str, value: str, target: str) -> str:
    """What a constant written to MODE sets: rounding, subnormals, and on gfx1250 the banks of vector registers."""
    field, number = _field(text, target), integer(value)
    if field is None or number is None:
        return ""
    said = [
        f"{name}: {names[number >> (place - field.first) & 3]}"
        for name, place, names in _MODES
        if field.first <= place and place + 2 <= field.first + field.size
    ]
    banks = mode_banks(number) if target.startswith("gfx125") else 0
    return "; ".join([*said, _banks(banks)] if banks else said)


def mode_banks(number: int) -> int:
    """The byte of ``s_set_vgpr_msb`` that bits 19:12 of a constant for MODE stand for: there the destination is lowest.

    gfx1250 takes them from the constant of ``s_setreg_imm32_b32`` even when the field named is another (LLVM's
    lowering of register banks).
    """
    bits = number >> 12 & 0xFF
    return bits >> 2 | (bits & 3) << 6


_COUNTS: Mapping[str, Callable[[int], str]] = {
    "s_nop": lambda number: f"{number + 1} wait state{'s' if number else ''}",
    "s_sleep": lambda number: f"about {64 * number} cycles",
    "s_monitor_sleep": lambda number: f"about {64 * number} cycles, or until the monitored line is written",
    "s_setprio": lambda number: (
        f"priority {number}" + {0: ": the default", 3: ": the highest"}.get(number, " of 0 to 3")
    ),
    "s_clause": lambda number: f"the next {(number & 0x3F) + 1} memory instructions are one clause",
    "s_round_mode": _mode(_ROUND),
    "s_denorm_mode": _mode(_DENORM),
    "s_set_vgpr_msb": _banks,
    "s_trap": lambda number: {2: "trap 2: the program aborts", 3: "trap 3: debugger breakpoint"}.get(
        number, f"trap {number}"
    ),
    "s_sethalt": lambda number: "halt" if number & 1 else "go on",
    "s_setkill": lambda number: "kill the wave" if number & 1 else "no effect",
    "s_set_inst_prefetch_distance": _ahead,
    "s_inst_prefetch": _ahead,
    "s_set_gpr_idx_mode": lambda number: (
        "relative: " + (", ".join(n for i, n in enumerate(_INDEXED) if number >> i & 1) or "none")
    ),
    "s_set_gpr_idx_on": lambda number: (
        "relative: " + (", ".join(n for i, n in enumerate(_INDEXED) if number >> i & 1) or "none")
    ),
}


def count(stem: str, text: str) -> str:
    """The number behind ``s_nop``, ``s_setprio`` and the like."""
    found = integer(text)
    read = _COUNTS.get(stem)
    if found is not None and found >= 0 and read:
        return read(found)
    called = re.fullmatch(r"gpr_idx\s*\((.*)\)", text)
    if called:
        names = {"SRC0": _INDEXED[0], "SRC1": _INDEXED[1], "SRC2": _INDEXED[2], "DST": _INDEXED[3]}
        return "relative: " + (
            ", ".join(names.get(part.strip(), part.strip()) for part in called[1].split(",") if part.strip()) or "none"
        )
    return ""
