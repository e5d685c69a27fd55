"""The text of one operand, its role and its instruction → what that text stands for, decoded.

Encodings were checked against LLVM 22's assembler and disassembler.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from app import tables
from app.isa.amdgcn import waits
from app.isa.amdgcn.availability import FOLDER
from app.isa.amdgcn.numbers import bfloat16, float16, float32, float64_high, integer, plain


@dataclass(frozen=True, slots=True)
class Numbered:
    """Names by number, for targets that begin so."""

    targets: tuple[str, ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Fields:
    """``fields.toml`` as a whole."""

    hwreg: Mapping[str, str]
    hwreg_number: tuple[Numbered, ...]
    message: Mapping[str, str]
    message_number: tuple[Numbered, ...]
    barrier: Mapping[str, str]
    delay: Mapping[str, str]
    skip: Mapping[str, str]
    register: Mapping[str, str]
    number: Mapping[str, float]


@cache
def fields() -> Fields:
    """The table of names and numbers."""
    path = FOLDER / "fields.toml"
    return tables.row(Fields, tables.load(path), path.name)


def _named(numbered: tuple[Numbered, ...], number: int, target: str) -> str:
    for each in numbered:
        if target.startswith(each.targets):
            return each.names.get(str(number), "")
    return numbered[0].names.get(str(number), "") if not target else ""


# Program control


def counters(name: str, args: str, target: str | None) -> str:
    """``vmcnt(0) & lgkmcnt(1)`` or a number → what is waited for, in words."""
    from app.model import Kind, Statement

    said = []
    for wait in waits.waits(Statement(Kind.INSTRUCTION, 0, 0, name, args), target):
        what = waits.meaning(wait.counter)
        left = "a number not known here" if wait.value is None else str(wait.value)
        said.append(
            f"until none of the {what} is outstanding"
            if wait.value == 0
            else f"until at most {left} {what} are outstanding"
        )
    return "; ".join(said) if said else "waits for nothing"


def hwreg(text: str, target: str) -> str:
    """``hwreg(HW_REG_MODE, 0, 4)`` or a number → the register and the bits."""
    number = integer(text)
    if number is not None:
        name = _named(fields().hwreg_number, number & 0x3F, target) or f"hardware register {number & 0x3F}"
        return _hwreg(name, number >> 6 & 0x1F, (number >> 11 & 0x1F) + 1)
    call = re.fullmatch(r"hwreg\s*\((.*)\)", text)
    braces = re.fullmatch(r"\{(.*)\}", text)
    if call:
        parts = [part.strip() for part in call[1].split(",")]
    elif braces:
        keyed = dict(part.split(":", 1) for part in braces[1].split(",") if ":" in part)
        clean = {key.strip(): value.strip() for key, value in keyed.items()}
        parts = [clean.get("id", "0"), clean.get("offset", "0"), clean.get("size", "32")]
    else:
        return ""
    name = parts[0]
    known = integer(name)
    if known is not None:
        name = _named(fields().hwreg_number, known, target) or f"hardware register {known}"
    numbers = [integer(part) for part in parts[1:3]]
    if len(parts) < 3:
        return _hwreg(name, 0, 32)
    first, size = numbers
    return _hwreg(name, first, size) if first is not None and size is not None else _hwreg(name, 0, 32)


def _hwreg(name: str, first: int, size: int) -> str:
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
        name = _named(fields().message_number, number, target)
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


def _banks(number: int) -> str:
    return "; ".join(
        f"{name} from v{256 * (number >> shift & 3)}"
        for name, shift in (("first sources", 0), ("second", 2), ("third", 4), ("destinations", 6))
    )


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
    "s_set_inst_prefetch_distance": lambda number: f"{number} cache lines ahead",
    "s_inst_prefetch": lambda number: f"{number & 3} cache lines ahead" if number & 3 != 3 else "no prefetch",
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


# Numbers as operands

_FLOATS: Mapping[str, Callable[[int], float]] = {"f32": float32, "f16": float16, "bf16": bfloat16, "f64": float64_high}
_INV_2PI = {"0.15915494", "0.15915493", "0.1591549", "0.159155", "0.15915494309189532"}
_CLASSES = (
    "signalling NaN", "quiet NaN", "−infinity", "negative normal", "negative subnormal",
    "−0", "+0", "positive subnormal", "positive normal", "+infinity",
)  # fmt: skip


@cache
def _famous() -> Mapping[int, str]:
    """f32 bits of the numbers with names, of either sign, and of the special values."""
    import struct

    found = {
        0x7F800000: "+infinity",
        0xFF800000: "−infinity",
        0x7FC00000: "NaN",
        0x7F7FFFFF: "the largest f32",
        0xFF7FFFFF: "the lowest f32",
        0x00800000: "the smallest normal f32",
    }
    for name, value in fields().number.items():
        for sign, prefix in ((1, ""), (-1, "−")):
            found.setdefault(struct.unpack("<I", struct.pack("<f", sign * value))[0], prefix + name)
    return found


@lru_cache(maxsize=32768)
def constant(text: str, element: str | None) -> str:
    """A number as the instruction's element type takes it: ``0x3fb8aa3b`` as f32 is 1.442695 (log2 e)."""
    number = integer(text)
    if number is None:
        return _decimal(text, element)
    hexadecimal = text.lower().lstrip("-~ ").startswith("0x")
    if element is not None and element in _FLOATS and (hexadecimal or not -16 <= number <= 64):
        value = _FLOATS[element](number)
        name = _famous().get(number & 0xFFFFFFFF) if element == "f32" else None
        return f"{plain(value)} as {element}" + (f", {name}" if name else "")
    if element in _FLOATS and number:
        return (
            f"the integer {number}: as {element} bits, a subnormal"
            if number > 0
            else f"the integer {number}: as {element} bits, a NaN"
        )
    if hexadecimal:
        name = _famous().get(number & 0xFFFFFFFF)
        said = str(number if number < 1 << 31 else number - (1 << 32) if number < 1 << 32 else number)
        return said + (f"; as f32 {plain(float32(number))}, {name}" if name else "")
    name = _famous().get(number & 0xFFFFFFFF) if abs(number) > 4096 else None
    return f"as f32 {plain(float32(number))}, {name}" if name else ""


def _decimal(text: str, element: str | None) -> str:
    bare = text.strip()
    if bare.lstrip("-") in _INV_2PI:
        return "1/(2π), an inline constant"
    if re.fullmatch(r"-?\d*\.\d+(?:e[-+]?\d+)?|-?\d+\.|-?\d+(?:\.\d*)?e[-+]?\d+", bare) and element not in (
        None,
        *_FLOATS,
    ):
        return f"the bits of the floating-point number {bare}"
    return ""


def classes(text: str) -> str:
    """A class mask → the classes that it tests for."""
    number = integer(text)
    if number is None:
        return ""
    return "tests for: " + (", ".join(name for i, name in enumerate(_CLASSES) if number >> i & 1) or "nothing")


def bit_field(text: str) -> str:
    """``0x100008`` of ``s_bfe`` → 16 bits from bit 8."""
    number = integer(text)
    return "" if number is None else f"{number >> 16 & 0x7F} bits from bit {number & 0x3F}"


def byte_selector(text: str) -> str:
    """The selector of ``v_perm_b32`` → the source of each byte, lowest first."""
    number = integer(text)
    if number is None:
        return ""
    said = []
    for shift in (0, 8, 16, 24):
        pick = number >> shift & 0xFF
        if pick < 8:
            said.append(f"byte {pick & 3} of the {'first' if pick >= 4 else 'second'} source")
        elif pick < 12:
            said.append(f"sign of half {pick & 1} of the {'first' if pick >= 10 else 'second'} source")
        else:
            said.append("0x00" if pick == 12 else "0xFF")
    return "bytes, lowest first: " + ", ".join(said)


def register(text: str) -> str:
    """What a register with a name is; empty for numbered ones."""
    return fields().register.get(text, "")


def signed(text: str) -> str:
    """What is done to a source before it is used: negation, absolute value, sign extension."""
    said = []
    if re.match(r"-\s*[|vasn(]|neg\(", text) and integer(text) is None:
        said.append("negated")
    if "|" in text or "abs(" in text:
        said.insert(0, "absolute value")
    if text.startswith("sext("):
        said.append("sign-extended")
    return ", ".join(said)


def check() -> None:
    """Loads the table; ``BadTable`` when it is broken."""
    fields()
