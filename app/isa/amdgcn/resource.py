"""The four words of a buffer resource, as far as they are known → what the buffer is like.

Source: AMD's ISA manuals, Buffer Resource Descriptor (Vega, CDNA3, RDNA2, RDNA3). gfx1250 has another layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.isa.amdgcn import vocabulary
from app.isa.bits import Bits, joined, unknown

_CHECKS = {
    0: "bounds checked by record and by the offset in it",
    1: "bounds checked by record",
    2: "no bounds check unless the size is 0",
    3: "bounds checked in bytes",
}
_BY_TWO_FIELDS = ("gfx6", "gfx7", "gfx8", "gfx9")


def describe(words: Sequence[Bits | None], target: str) -> str:
    """What is sure of a resource in four 32-bit registers; empty when nothing is, or its layout is not known."""
    if len(words) != 4 or not target.startswith("gfx") or target.startswith("gfx125"):
        return ""
    bits = joined([word if word is not None and word.width == 32 else unknown(32) for word in words])
    said = [*_size(bits), *_format(bits, target)]
    if bits.field(119, 1):
        said.append("the lane's number is added to the index")
    check = bits.field(124, 2)
    if check is not None and not target.startswith(_BY_TWO_FIELDS):
        said.append(_CHECKS[check])
    return ", ".join(said)


def _size(bits: Bits) -> list[str]:
    stride, records = bits.field(48, 14), bits.field(64, 32)
    said = [] if stride is None else [f"stride {stride:,} bytes" if stride else "no stride"]
    if records is not None:
        said.append(f"size {records:,} {'bytes' if stride == 0 else 'records' if stride else 'bytes or records'}")
    return said


def _format(bits: Bits, target: str) -> list[str]:
    """Of the elements that loads and stores with ``format`` convert; later targets number them otherwise."""
    kind, width = bits.field(108, 3), bits.field(111, 4)
    if kind is None or width is None or not target.startswith(_BY_TWO_FIELDS):
        return []
    names = (vocabulary.table().meanings[name][0].values for name in ("dfmt", "nfmt"))
    return [f"element format {' '.join(each[str(code)] for each, code in zip(names, (width, kind), strict=True))}"]
