"""A word behind the operands → what it means in that instruction, on that target.

Words that only need looking up are in ``modifiers.toml``; those whose value is a set of bits, a
permutation or a distance are read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from typing import NamedTuple

from app import tables
from app.isa.amdgcn import swizzle, truth
from app.isa.amdgcn.availability import FOLDER
from app.isa.amdgcn.numbers import bits, integer
from app.model import EMPTY


class Context(NamedTuple):
    """The instruction that a modifier stands behind."""

    stem: str
    operation: str
    target: str
    words: tuple[str, ...]
    """All modifiers of the statement: some mean something only together."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One meaning of one modifier."""

    name: str
    meaning: str
    targets: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=lambda: EMPTY)

    def fits(self, context: Context) -> bool:
        """Whether this meaning is the one on that target, in that instruction."""
        return (
            (not self.targets or context.target.startswith(self.targets))
            and (not self.operations or context.operation.startswith(self.operations))
            and (not self.stems or any(fnmatchcase(context.stem, pattern) for pattern in self.stems))
        )


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """The meanings of each modifier by name, in the table's order."""
    path = FOLDER / "modifiers.toml"
    found: dict[str, list[Entry]] = {}
    for number, values in enumerate(tables.load(path)["modifier"], 1):
        entry = tables.row(Entry, values, f"{path.name}: modifier {number} ({values.get('name', '?')})")
        found.setdefault(entry.name, []).append(entry)
    return {name: tuple(rows) for name, rows in found.items()}


@lru_cache(maxsize=32768)
def meaning(word: str, context: Context) -> str:
    """What ``word`` means there; empty when it is not known."""
    name, _, value = word.partition(":")
    name, value = name.strip().lower(), value.strip()
    if name in _READERS:
        return _READERS[name](value, context)
    entry = next((entry for entry in entries().get(name, ()) if entry.fits(context)), None)
    if entry is None:
        return ""
    number = integer(value)
    said = entry.values.get(value) or (entry.values.get(str(number)) if number is not None else None)
    if said:
        return said if entry.meaning.startswith(said[:4]) or "{value}" not in entry.meaning else _put(entry, said)
    return entry.meaning.replace("{value}", value)


def _put(entry: Entry, said: str) -> str:
    """A said value stands alone when it is a clause of its own, else in the entry's sentence."""
    return said if len(said.split()) > 3 else entry.meaning.replace("{value}", said)


def _offset(value: str, context: Context) -> str:
    if context.stem == "ds_swizzle_b32":
        return swizzle.meaning(value)
    if context.stem.startswith("ds_gws"):
        return f"resource number {value}"
    number = integer(value)
    amount = f"{value} bytes" if number is None or number != 1 else "1 byte"
    if number is not None and value.lower().startswith(("0x", "-0x")):
        amount = f"{number} bytes"
    place = "the LDS address" if context.stem.startswith("ds_") else "the address"
    return f"{amount} added to {place}"


def _element_offset(which: str) -> Callable[[str, Context], str]:
    def read(value: str, context: Context) -> str:
        number = integer(value)
        unit = 8 if context.stem.endswith("b64") else 4
        if "st64" in context.stem or "stride64" in context.stem:
            unit *= 64
        if "2" not in context.stem:
            return f"{which} byte of the offset: {value}"
        size = "" if number is None else f" = {number * unit} bytes"
        return f"{which} address: {value} × {unit}{size} added"

    return read


def _scope(value: str, context: Context) -> str:
    if value == "0":
        return "off"
    words = {word.split(":")[0] for word in context.words}
    both = {"sc0", "sc1"} <= words
    if context.operation.startswith(("atomic", "surface.atomic")):
        return ""
    if both:
        return "with the other scope bit: coherent with the whole system (scope bits 11)"
    return ""


def _sc0(value: str, context: Context) -> str:
    if context.operation.startswith("atomic"):
        return "the old value is returned"
    return _scope(value, context) or "scope bits 01: coherent within the workgroup"


def _sc1(value: str, context: Context) -> str:
    if context.operation.startswith("atomic"):
        return "coherent with the whole system, not only within the device"
    return _scope(value, context) or "scope bits 10: coherent within the device (agent)"


_SOURCES = ("first", "second", "third", "fourth", "fifth")
_PAIR_F32 = re.compile(r"v_pk_\w+_f32|v_pk_mov_b32")
_PACKED = re.compile(r"v_pk_\w+|v_dot\d\w*|v_wmma\w*|v_swmmac\w*")
_MIX = re.compile(r"v_(?:fma|mad)_mix\w*")
_LANE_OPTIONS = re.compile(r"v_permlane(?:x?16)(?:_var)?_b32|v_permlane\d+_swap_b32")
_SCALED = re.compile(r"v_mfma_(?:scale_|ld_scale_)\w+")
_FROM_FP8 = re.compile(r"v_cvt_(?:pk_)?(?:f32|f16)_(?:fp8|bf8)|v_cvt_scalef32_(?:pk_)?(?:f32|f16|bf16)_(?:fp8|bf8|fp4)")
_TO_FP8_BYTE = re.compile(
    r"v_cvt_sr_(?:fp8|bf8)_\w+|v_cvt_scalef32_sr_(?:fp8|bf8)_\w+|v_cvt_scalef32_(?:sr_)?pk_fp4_\w+"
)


def _listed(positions: list[int], total: int) -> str:
    names = [_SOURCES[i] if i < len(_SOURCES) else str(i + 1) for i in positions]
    if len(names) == total and total > 1:
        return "all sources"
    return " and ".join(names) + (" source" if len(names) == 1 else " sources")


def _other(name: str, context: Context) -> list[int]:
    found = next((word.partition(":")[2] for word in context.words if word.startswith(name + ":")), "")
    return bits(found) or []


def _scale_bytes(context: Context) -> str:
    low, high = _other("op_sel", context), _other("op_sel_hi", context)
    chosen = [(low[i] if i < len(low) else 0) + 2 * (high[i] if i < len(high) else 0) for i in (0, 1)]
    return f"with op_sel and op_sel_hi together: A's scale is byte {chosen[0]}, B's byte {chosen[1]} of its register"


def _op_sel(value: str, context: Context) -> str:
    found = bits(value)
    if found is None:
        return "which half of each source and of the destination is used"
    stem = context.stem
    if _SCALED.fullmatch(stem):
        return _scale_bytes(context)
    if _LANE_OPTIONS.fullmatch(stem):
        options = [
            name
            for bit, name in zip(
                found, ("inactive lanes give their values too", "lanes without a source read 0"), strict=False
            )
            if bit
        ]
        return "; ".join(options) or "no options"
    if _MIX.fullmatch(stem):
        halves = _other("op_sel_hi", context)
        parts = [
            f"{_SOURCES[i]}: {'high' if bit else 'low'} half"
            for i, bit in enumerate(found[:3])
            if i < len(halves) and halves[i]
        ]
        return "16-bit sources: " + ", ".join(parts) if parts else "no 16-bit source to choose a half of"
    high = [i for i, bit in enumerate(found) if bit]
    if _PAIR_F32.fullmatch(stem):
        return "low result: " + _from(found, "low register", "high register")
    if _PACKED.fullmatch(stem):
        return "low result: " + _from(found, "low half", "high half")
    if _FROM_FP8.fullmatch(stem):
        pair = "pk" in stem
        by_half = pair and not stem.endswith("fp4")
        number = found[0] + (2 * found[1] if len(found) > 1 and not by_half else 0)
        return f"source: {'half' if by_half else 'byte'} {number} of its register"
    if _TO_FP8_BYTE.fullmatch(stem) and len(found) >= 4:
        return f"the result goes to byte {found[2] + 2 * found[3]} of the destination; the others are kept"
    if not high:
        return "low halves of the sources and of the destination"
    return _halves(found)


def _from(found: list[int], low: str, high: str) -> str:
    return ", ".join(f"{_SOURCES[i]} source from its {high if bit else low}" for i, bit in enumerate(found[:3]))


def _halves(found: list[int]) -> str:
    sources, parts = found[:-1], []
    chosen = [i for i, bit in enumerate(sources) if bit]
    if chosen:
        parts.append("high half of the " + _listed(chosen, len(sources)).replace("all sources", "sources"))
    if found[-1]:
        parts.append("the result goes to the high half of the destination, the low half is kept")
    return "; ".join(parts)


def _op_sel_hi(value: str, context: Context) -> str:
    found = bits(value)
    if found is None:
        return "which half of each source the high result takes"
    if _SCALED.fullmatch(context.stem):
        return _scale_bytes(context)
    if _MIX.fullmatch(context.stem):
        kind = "bf16" if context.stem.endswith("bf16") else "f16"
        return ", ".join(f"{_SOURCES[i]} source is {kind if bit else 'f32'}" for i, bit in enumerate(found[:3]))
    if _PAIR_F32.fullmatch(context.stem):
        return "high result: " + _from(found, "low register", "high register")
    return "high result: " + _from(found, "low half", "high half")


def _neg(part: str) -> Callable[[str, Context], str]:
    def read(value: str, context: Context) -> str:
        found = bits(value)
        if found is None:
            return f"sources negated for the {part} result"
        chosen = [i for i, bit in enumerate(found) if bit]
        matrix = context.operation.startswith("matrix")
        if "_iu8" in context.stem or "_iu4" in context.stem:
            sides = ("A", "B") if matrix else ("first source", "second source")
            said = [
                f"{name} is {'signed' if found[i] else 'unsigned'}" for i, name in enumerate(sides) if i < len(found)
            ]
            return ", ".join(said)
        if matrix:
            return _matrix_signs(part, found)
        if not chosen:
            return "nothing negated"
        if _MIX.fullmatch(context.stem):
            verb = "is negated" if part == "low" else "is taken as absolute value"
            return f"{_listed(chosen, len(found))} {verb}".replace("sources is", "sources are")
        if part == "":
            return f"{_listed(chosen, len(found))} negated"
        return f"{_listed(chosen, len(found))} negated for the {part} result"

    return read


def _matrix_signs(part: str, found: list[int]) -> str:
    names = ("A", "B", "C")
    said = [names[i] for i, bit in enumerate(found[:3]) if bit]
    if not said:
        return "nothing negated"
    if part == "":
        return " and ".join(said) + " negated"
    ab = [name for name in said if name != "C"]
    parts = [f"{' and '.join(ab)} negated ({'even' if part == 'low' else 'odd'} elements along K)"] if ab else []
    if "C" in said:
        parts.append("C negated" if part == "low" else "C's absolute value is taken")
    return ", ".join(parts)


def _dmask(value: str, context: Context) -> str:
    number = integer(value)
    if number is None:
        return "mask of the components that are moved"
    if "gather4" in context.stem:
        return f"the component gathered: {'rgba'[number.bit_length() - 1] if number else 'none'}"
    chosen = [letter for i, letter in enumerate("rgba") if number >> i & 1]
    return f"components {', '.join(chosen)}" if chosen else "no component"


def _quad_perm(value: str, context: Context) -> str:
    lanes = re.findall(r"\d+", value)
    if len(lanes) != 4:
        return "lane permutation within each group of 4 lanes"
    if lanes == ["0", "1", "2", "3"]:
        return "lane permutation within each group of 4 lanes: none"
    return "lane permutation within each group of 4: lanes 0 to 3 take from " + ", ".join(lanes)


def _dpp8(value: str, context: Context) -> str:
    lanes = re.findall(r"\d+", value)
    if len(lanes) != 8:
        return "lane permutation within each group of 8 lanes"
    return "lane permutation within each group of 8: lanes 0 to 7 take from " + ", ".join(lanes)


def _mask(unit: str, names: Callable[[int], str]) -> Callable[[str, Context], str]:
    def read(value: str, context: Context) -> str:
        number = integer(value)
        if number is None:
            return f"mask of the {unit} that are written"
        if number & 0xF == 0xF:
            return f"all {unit} are written"
        chosen = [names(i) for i in range(4) if number >> i & 1]
        return f"{unit} written: {', '.join(chosen)}" if chosen else f"no {unit} are written"

    return read


def _cbsz(value: str, context: Context) -> str:
    entry = next((entry for entry in entries().get("cbsz", ()) if entry.fits(context)), None)
    if entry:
        return entry.values.get(value, entry.meaning.replace("{value}", value))
    number = integer(value)
    if not number:
        return "no broadcast of A's blocks" if number == 0 else f"broadcast of A's blocks: {value}"
    return f"one block of A (abid says which) serves each group of {2**number} blocks"


_READERS: Mapping[str, Callable[[str, Context], str]] = {
    "offset": _offset,
    "offset0": _element_offset("first"),
    "offset1": _element_offset("second"),
    "sc0": _sc0,
    "sc1": _sc1,
    "op_sel": _op_sel,
    "op_sel_hi": _op_sel_hi,
    "neg_lo": _neg("low"),
    "neg_hi": _neg("high"),
    "neg": _neg(""),
    "dmask": _dmask,
    "quad_perm": _quad_perm,
    "dpp8": _dpp8,
    "row_mask": _mask("rows of 16 lanes", lambda i: f"{16 * i}–{16 * i + 15}"),
    "bank_mask": _mask("groups of 4 lanes in each row", lambda i: f"{4 * i}–{4 * i + 3}"),
    "bitop3": lambda value, context: truth.meaning(value),
    "cbsz": _cbsz,
}


def check() -> None:
    """Loads the table; ``BadTable`` when it is broken."""
    entries()
