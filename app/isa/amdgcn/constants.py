"""A number as an operand, its element type → the value that the instruction takes; signs and named registers too.

Encodings were checked against LLVM 22's assembler and disassembler.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from app.isa.amdgcn.fields import fields
from app.isa.amdgcn.numbers import bfloat16, float16, float32, float64_high, integer, plain

_FLOATS: Mapping[str, Callable[[int], float]] = {"f32": float32, "f16": float16, "bf16": bfloat16, "f64": float64_high}
_INV_2PI = {"0.15915494", "0.15915493", "0.1591549", "0.159155", "0.15915494309189532"}
_CLASSES = (
    "signalling NaN", "quiet NaN", "−infinity", "negative normal", "negative subnormal",
    "−0", "+0", "positive subnormal", "positive normal", "+infinity",
)  # fmt: skip


@cache
def _famous() -> Mapping[int, str]:
    """f32 bits of the numbers with names, of either sign, and of the special values."""
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
        if name:
            return f"{said}; as f32 {plain(float32(number))}, {name}"
        return f"{said}; as f32 {plain(float32(number))}" if _looks_like_f32(number) else said
    name = _famous().get(number & 0xFFFFFFFF) if abs(number) > 4096 else None
    return f"as f32 {plain(float32(number))}, {name}" if name else ""


def _looks_like_f32(number: int) -> bool:
    """Whether 32 bits without a type are likely a float: of middling size, and short when written out."""
    value = abs(float32(number))
    return 1e-6 <= value <= 1e6 and len(plain(value)) <= 8


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
