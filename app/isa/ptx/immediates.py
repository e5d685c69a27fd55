"""An operand's text → what its constants and special names say, in words."""

from __future__ import annotations

import re
import struct

from app.isa.ptx import knowledge
from app.isa.ptx.knowledge import Role

_F32 = re.compile(r"0[fF]([0-9a-fA-F]{8})")
_F64 = re.compile(r"0[dD]([0-9a-fA-F]{16})")
_HEX = re.compile(r"-?0[xX][0-9a-fA-F]+U?")


def number(text: str) -> int | None:
    """An integer constant's value; ``None`` when the text is none."""
    text = text.strip().rstrip("U")
    try:
        if re.fullmatch(r"-?0[0-7]+", text):
            return int(text, 8)
        return int(text, 0)
    except ValueError:
        return None


def describe(text: str, role: Role, mnemonic: str, texts: tuple[str, ...]) -> str:
    """The decoded value of a constant, or what a special register holds; empty when there is nothing to say."""
    single = _F32.fullmatch(text)
    if single:
        return f"The constant {float_text(struct.unpack('>f', bytes.fromhex(single[1]))[0], 9)}."
    double = _F64.fullmatch(text)
    if double:
        return f"The constant {float_text(struct.unpack('>d', bytes.fromhex(double[1]))[0], 17)}."
    if _HEX.fullmatch(text):
        return f"{number(text):,} in decimal."
    if text in knowledge.specials():
        return knowledge.specials()[text].meaning
    if text == "_":
        return "Not wanted: the value is dropped."
    return ""


def float_text(value: float, digits: int) -> str:
    """The shortest usual form: ``1.0``, ``-inf``, ``0.693147182``."""
    if value != value:
        return "NaN"
    text = f"{value:.{digits}g}"
    return f"{text}.0" if re.fullmatch(r"-?\d+", text) else text
