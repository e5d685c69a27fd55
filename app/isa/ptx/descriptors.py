"""The descriptors of tensor-core instructions, as far as their bits are known → what they ask for.

Source: PTX ISA 9.4, TensorCore 5th Generation Family Instructions, Instruction descriptor and Shared memory
descriptor; Asynchronous Warpgroup Level Matrix Instructions, Matrix descriptor format. The layout of instruction
descriptors differs between the plain and the block-scaled kinds. A value whose reserved bits or codes fit
nothing is not decoded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.isa.bits import Bits
from app.model import Shape

_MIXED = {0: "e4m3", 1: "e5m2", 3: "e2m3", 4: "e3m2", 5: "e2m1"}
_INPUTS = {
    "f16": {0: "f16", 1: "bf16"},
    "tf32": {2: "tf32"},
    "f8f6f4": _MIXED,
    "i8": {0: "u8", 1: "s8"},
    "mxf8f6f4": _MIXED,
    "mxf4": {1: "e2m1"},
    "mxf4nvf4": {1: "e2m1"},
}
_OUTPUTS = {"f16": {0: "f16", 1: "f32"}, "tf32": {1: "f32"}, "f8f6f4": {0: "f16", 1: "f32"}, "i8": {2: "s32"}}
_DEPTH = {"f16": 16, "tf32": 8, "f8f6f4": 32, "i8": 32, "mxf8f6f4": 32, "mxf4": 64, "mxf4nvf4": 64}
_SCALES = {"mxf8f6f4": {1: "ue8m0"}, "mxf4": {1: "ue8m0"}, "mxf4nvf4": {0: "ue4m3", 1: "ue8m0"}}

_KIND = re.compile(r"\.kind::(\w+)")
_SWIZZLES = {
    "tcgen05": {
        0: "no swizzle",
        1: "128-byte swizzle of 32-byte units",
        2: "128-byte swizzle",
        4: "64-byte swizzle",
        6: "32-byte swizzle",
    },
    "wgmma": {0: "no swizzle", 1: "128-byte swizzle", 2: "64-byte swizzle", 3: "32-byte swizzle"},
}


@dataclass(frozen=True, slots=True)
class InstructionDescriptor:
    """What one descriptor asks of the tensor core."""

    shape: Shape
    a: str
    b: str
    d: str
    """Element types."""
    scale: str
    """Type of the scale factors; empty for kinds without."""
    transposed: tuple[bool, bool]
    """Whether A and B are stored M- and N-major."""
    negated: tuple[bool, bool]
    saturates: bool
    sparse: bool

    def sentence(self) -> str:
        """All of it in one line."""
        shape = self.shape
        said = [f"M={shape.m}, N={shape.n}, K={shape.k}", f"A {self.a}, B {self.b}, D {self.d}"]
        if self.scale:
            said.append(f"scale factors {self.scale}")
        for values, word in ((self.transposed, "transposed"), (self.negated, "negated")):
            names = [name for name, value in zip("AB", values, strict=True) if value]
            said += [f"{' and '.join(names)} {word}"] if names else []
        said += ["A sparse"] if self.sparse else []
        said += ["integers saturate"] if self.saturates else []
        return f"{'; '.join(said)}."


def decode_instruction_descriptor(value: int, kind: str) -> InstructionDescriptor | None:
    """Decodes a descriptor for ``kind`` (``f16``, ``tf32``, ``f8f6f4``, ``i8``, ``mxf8f6f4``, ``mxf4``, ``mxf4nvf4``).

    ``None`` when the kind is unknown or the bits are none that the kind allows.
    """
    value &= 0xFFFFFFFF
    inputs = _INPUTS.get(kind)
    if inputs is None or value >> 6 & 1:
        return None
    scaled = kind in _SCALES
    a, b = inputs.get(value >> 7 & 7), inputs.get(value >> 10 & 7)
    d = "f32" if scaled else _OUTPUTS[kind].get(value >> 4 & 3)
    scale = _SCALES[kind].get(value >> 23 & 1) if scaled else ""
    n, m = (value >> 17 & 63) * 8, (value >> 24 & 31) * 16
    deep = bool(value >> 31) if scaled else False
    if a is None or b is None or d is None or scale is None or not n or n > 256 or m not in (32, 64, 128, 256):
        return None
    if (value >> 3 & 1 and kind != "i8") or (not scaled and value >> 23 & 1) or (deep and kind == "mxf8f6f4"):
        return None
    sparse = bool(value >> 2 & 1)
    depth = 96 if deep else _DEPTH[kind] * (2 if sparse else 1)
    return InstructionDescriptor(
        shape=Shape(m, n, depth),
        a=a,
        b=b,
        d=d,
        scale=scale,
        transposed=(bool(value >> 15 & 1), bool(value >> 16 & 1)),
        negated=(bool(value >> 13 & 1), bool(value >> 14 & 1)),
        saturates=bool(value >> 3 & 1),
        sparse=sparse,
    )


def kind_of(mnemonic: str) -> str:
    """``f16`` of ``tcgen05.mma.cta_group::1.kind::f16``; empty when it names none."""
    found = _KIND.search(mnemonic)
    return found[1] if found else ""


def describe(role: str, bits: Bits, mnemonic: str) -> str:
    """What a descriptor in the operand of that role says; empty for other roles and where too little is known."""
    if role == "instruction descriptor":
        value = bits.constant
        decoded = None if value is None else decode_instruction_descriptor(value, kind_of(mnemonic))
        return f"Here: {decoded.sentence()}" if decoded else ""
    return matrix_descriptor(bits, mnemonic.partition(".")[0]) if role.startswith("matrix descriptor") else ""


def matrix_descriptor(bits: Bits, family: str) -> str:
    """A matrix in shared memory as ``wgmma`` or ``tcgen05`` finds it; empty when the swizzle is not known.

    The address is hardly ever a constant; the strides and the swizzle mostly are.
    """
    newer = family == "tcgen05"
    code = bits.field(61, 3) if newer else bits.field(62, 2)
    swizzle = _SWIZZLES.get(family, {}).get(-1 if code is None else code)
    if bits.width != 64 or swizzle is None or (newer and bits.field(46, 3) != 1):
        return ""
    said = [swizzle]
    for name, first in (("leading", 16), ("stride", 32)):
        value = bits.field(first, 14)
        if value:
            said.append(f"{name} byte offset {value * 16:,}")
    address = bits.field(0, 14)
    said.append("the address is computed" if address is None else f"address {address * 16:,}")
    return f"Here: {', '.join(said)}."
