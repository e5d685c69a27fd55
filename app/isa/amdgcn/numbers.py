"""Numbers as they stand in assembly text → integers, bit lists and floating-point values."""

from __future__ import annotations

import re
import struct

_INTEGER = re.compile(r"([-+~]?)\s*(0x[0-9a-fA-F]+|0b[01]+|0o?[0-7]+|\d+)")


def integer(text: str) -> int | None:
    """``0x10``, ``-16``, ``0b11``; ``None`` for symbols and expressions."""
    found = _INTEGER.fullmatch(text.strip())
    if not found:
        return None
    digits = found[2].lower()
    base = (
        16
        if digits.startswith("0x")
        else 2
        if digits.startswith("0b")
        else 8
        if len(digits) > 1 and digits[0] == "0"
        else 10
    )
    try:
        value = int(digits, base)
    except ValueError:
        return None
    return -value if found[1] == "-" else ~value if found[1] == "~" else value


def bits(text: str) -> list[int] | None:
    """``[0,1,1]`` → its bits; ``None`` when it is no list of zeros and ones."""
    inner = text.strip()
    if not (inner.startswith("[") and inner.endswith("]")):
        return None
    parts = [part.strip() for part in inner[1:-1].split(",")]
    return [int(part) for part in parts] if all(part in ("0", "1") for part in parts) else None


def float32(value: int) -> float:
    """The f32 that 32 bits stand for."""
    return float(struct.unpack("<f", struct.pack("<I", value & 0xFFFFFFFF))[0])


def float16(value: int) -> float:
    """The f16 that 16 bits stand for."""
    return float(struct.unpack("<e", struct.pack("<H", value & 0xFFFF))[0])


def float64_high(value: int) -> float:
    """The f64 whose high half 32 bits are, its low half zero."""
    return float(struct.unpack("<d", struct.pack("<Q", (value & 0xFFFFFFFF) << 32))[0])


def bfloat16(value: int) -> float:
    """The bf16 that 16 bits stand for."""
    return float32((value & 0xFFFF) << 16)


def plain(value: float) -> str:
    """A floating-point number for reading: at most seven significant digits."""
    text = f"{value:.7g}"
    return text if any(c in text for c in ".einf") else text + ".0"
