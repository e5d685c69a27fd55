"""A tcgen05 instruction descriptor, when it is a known number → the shape of the multiplication."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.model import Shape

DEPTH: Mapping[str, int] = MappingProxyType(
    {"tf32": 8, "f16": 16, "f8f6f4": 32, "i8": 32, "mxf8f6f4": 32, "mxf4": 64, "mxf4nvf4": 64}
)
"""K of a dense multiplication of each ``.kind`` (PTX ISA, tcgen05 matrix shapes)."""


def shape(mnemonic: str, value: int) -> Shape | None:
    """Rows, columns and depth; ``None`` when the kind is not known or the number is no descriptor.

    Rows are in units of 16 from bit 24 on, columns in units of 8 from bit 17 on, and bit 2 says that
    A is sparse, which doubles K (PTX ISA, tcgen05 instruction descriptor). With
    ``.cta_group::2`` the rows are those of both blocks.
    """
    parts = mnemonic.split(".")
    kind = next((part.removeprefix("kind::") for part in parts if part.startswith("kind::")), "")
    m, n = ((value >> 24) & 0x1F) * 16, ((value >> 17) & 0x3F) * 8
    if kind not in DEPTH or not m or not n:
        return None
    k = 96 if kind.startswith("mxf4") and value >> 31 & 1 else DEPTH[kind]
    return Shape(m, n, 2 * k if "sp" in parts or value & 4 else k)
