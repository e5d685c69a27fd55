"""An operand's text → what its constants and special names say, in words."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

from app.isa.bits import constant
from app.isa.ptx import descriptors, knowledge
from app.isa.ptx.knowledge import Role

_F32 = re.compile(r"0[fF]([0-9a-fA-F]{8})")
_F64 = re.compile(r"0[dD]([0-9a-fA-F]{16})")
_HEX = re.compile(r"-?0[xX][0-9a-fA-F]+U?")
_OFFSET = re.compile(r"\[\s*([\w$%]+)\s*([+-])\s*(-?\w+)\s*\]")
_FUNCTIONS = {
    0x00: "always 0",
    0xFF: "always 1",
    0xF0: "a",
    0xCC: "b",
    0xAA: "c",
    0x0F: "~a",
    0x33: "~b",
    0x55: "~c",
    0xC0: "a & b",
    0xFC: "a | b",
    0x3C: "a ^ b",
    0x30: "a & ~b",
    0x0C: "~a & b",
    0xCF: "~a | b",
    0xF3: "a | ~b",
    0x3F: "~(a & b)",
    0x03: "~(a | b)",
    0xC3: "~(a ^ b)",
    0x80: "a & b & c",
    0xFE: "a | b | c",
    0x96: "a ^ b ^ c",
    0x69: "~(a ^ b ^ c)",
    0x7F: "~(a & b & c)",
    0x01: "~(a | b | c)",
    0xE8: "majority of a, b and c (the carry of a full adder)",
    0xCA: "a selects: b where a is 1, else c",
    0xAC: "a selects: c where a is 1, else b",
    0xE2: "b selects: a where b is 1, else c",
    0xB8: "b selects: c where b is 1, else a",
    0xE4: "c selects: a where c is 1, else b",
    0xD8: "c selects: b where c is 1, else a",
    0xF8: "a | (b & c)",
    0xEA: "(a & b) | c",
    0xEC: "(a & c) | b",
    0xE0: "a & (b | c)",
    0xA8: "(a | b) & c",
    0xC8: "(a | c) & b",
    0x78: "a ^ (b & c)",
    0x6A: "(a & b) ^ c",
    0x6C: "(a & c) ^ b",
    0x28: "(a ^ b) & c",
    0x60: "a & (b ^ c)",
    0x48: "(a ^ c) & b",
    0xBE: "(a ^ b) | c",
    0xF6: "a | (b ^ c)",
    0x1E: "a ^ (b | c)",
    0x56: "(a | b) ^ c",
    0x40: "a & b & ~c",
    0x20: "a & ~b & c",
    0x08: "~a & b & c",
    0xF4: "a | (b & ~c)",
    0xF2: "a | (~b & c)",
}


def number(text: str) -> int | None:
    """An integer constant's value; ``None`` when the text is none."""
    text = text.strip().rstrip("U")
    try:
        if re.fullmatch(r"-?0[0-7]+", text):
            return int(text, 8)
        return int(text, 0)
    except ValueError:
        return None


def context(role: Role, mnemonic: str) -> str:
    """The mnemonic where the meaning of a constant depends on it, else nothing: results are cached by this."""
    return mnemonic if role.role in _DECODERS else ""


def describe(text: str, role: Role, context: str) -> str:
    """The decoded value of a constant, or what a special register holds; empty when there is nothing to say."""
    first = text[:1]
    if first == "[":
        return _address(text)
    if first == "%":
        special = knowledge.specials().get(text)
        return special.meaning if special else ""
    if text == "_":
        return "Not wanted: the value is dropped."
    if not first.isdigit() and first != "-":
        return ""
    single = _F32.fullmatch(text)
    if single:
        return f"The constant {float_text(struct.unpack('>f', bytes.fromhex(single[1]))[0], 9)}."
    double = _F64.fullmatch(text)
    if double:
        return f"The constant {float_text(struct.unpack('>d', bytes.fromhex(double[1]))[0], 17)}."
    value = number(text)
    if value is None:
        return ""
    decoder = _DECODERS.get(role.role)
    if decoder is not None and (said := decoder(value, context)):
        return said
    return f"{value:,} in decimal." if _HEX.fullmatch(text) and abs(value) > 9 else ""


def _address(text: str) -> str:
    """``[%rd1+16]``: the offset in words; nothing for an address without one."""
    match = _OFFSET.fullmatch(text)
    value = number(match[3]) if match else None
    if match is None or not value:
        return ""
    way = "above" if (value > 0) == (match[2] == "+") else "below"
    return f"{abs(value):,} bytes {way} {match[1]}."


def float_text(value: float, digits: int) -> str:
    """The usual form: ``1.0``, ``-inf``, ``0.693147182``."""
    if value != value:
        return "NaN"
    text = f"{value:.{digits}g}"
    return f"{text}.0" if re.fullmatch(r"-?\d+", text) else text


def _table(value: int, mnemonic: str) -> str:
    """``lop3``: the function of its three sources a, b and c."""
    if not 0 <= value <= 255:
        return ""
    name = _FUNCTIONS.get(value)
    rows = [f"{n:03b}" for n in range(8) if value >> n & 1]
    return f"Here: {name}." if name else f"Here: 1 for abc = {', '.join(rows)}."


def _mask(value: int, mnemonic: str) -> str:
    value &= 0xFFFFFFFF
    if value == 0xFFFFFFFF:
        return "All 32 lanes."
    count = value.bit_count()
    return f"{count} lane{'' if count == 1 else 's'}: {_ranges(value)}."


def _ranges(bits: int) -> str:
    found: list[str] = []
    at = 0
    while bits >> at:
        if bits >> at & 1:
            end = at
            while bits >> (end + 1) & 1:
                end += 1
            found.append(str(at) if end == at else f"{at} to {end}")
            at = end
        at += 1
    return ", ".join(found) or "none"


def _selector(value: int, mnemonic: str) -> str:
    """``prmt`` without a mode: which byte of b:a each result byte takes."""
    if not mnemonic.endswith(("prmt.b32",)) or not 0 <= value <= 0xFFFF:
        return ""
    names = []
    for index in range(4):
        digit = value >> (4 * index) & 15
        source = f"{'b' if digit & 4 else 'a'}[{digit & 3}]"
        names.append(f"sign of {source}" if digit & 8 else source)
    return f"Result bytes, highest first: {', '.join(reversed(names))}."


def _clamp(value: int, mnemonic: str) -> str:
    """``shfl``: bits 0 to 4 bound the lane, bits 8 to 12 say which lane bits stay within a segment."""
    segment = value >> 8 & 31
    if segment & (segment + 1) == 0 and segment == 0:
        width = 32
    else:
        width = next((32 >> n for n in range(6) if segment == 31 & ~((32 >> n) - 1)), 0)
    whole = "The whole warp is one segment." if width == 32 else f"Segments of {width} lanes." if width else ""
    return f"{whole} Bound {value & 31}.".strip()


def _lane(value: int, mnemonic: str) -> str:
    parts = mnemonic.split(".")
    if "bfly" in parts:
        return f"Lanes whose numbers differ by XOR {value}."
    if "up" in parts:
        return f"From {value} lane{'' if value == 1 else 's'} below."
    if "down" in parts:
        return f"From {value} lane{'' if value == 1 else 's'} above."
    return f"Lane {value}."


def _bytes(value: int, mnemonic: str) -> str:
    return f"{value:,} bytes." if value > 9 else ""


def _descriptor(value: int, mnemonic: str) -> str:
    return descriptors.describe("instruction descriptor", constant(value, 32), mnemonic)


def _pending(value: int, mnemonic: str) -> str:
    return "Waits for all of them." if value == 0 else f"All but the {value} youngest are done afterwards."


def _parity(value: int, mnemonic: str) -> str:
    return f"Parity {value}." if value in (0, 1) else ""


def _negation(value: int, mnemonic: str) -> str:
    return {1: "Not negated.", -1: "Negated."}.get(value, "")


def _transposed(value: int, mnemonic: str) -> str:
    return {0: "K-major, not transposed.", 1: "Transposed."}.get(value, "")


def _scale_d(value: int, mnemonic: str) -> str:
    if mnemonic.startswith("wgmma"):
        return {0: "Here: D = A × B.", 1: "Here: D = A × B + D."}.get(value, "")
    return f"Here: by 2^-{value}." if 0 <= value <= 15 else ""


_DECODERS: dict[str, Callable[[int, str], str]] = {
    "truth table": _table,
    "member mask": _mask,
    "selector": _selector,
    "clamp and segment mask": _clamp,
    "lane": _lane,
    "byte count": _bytes,
    "expected bytes": _bytes,
    "size": _bytes,
    "source size": _bytes,
    "instruction descriptor": _descriptor,
    "groups left pending": _pending,
    "phase parity": _parity,
    "sign of A": _negation,
    "sign of B": _negation,
    "transpose A": _transposed,
    "transpose B": _transposed,
    "scale of D": _scale_d,
}
