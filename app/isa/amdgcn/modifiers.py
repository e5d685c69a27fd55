"""A word behind the operands → what it means in that instruction, on that target.

Words that only need looking up are in ``modifiers.toml``; those whose value is a set of bits, a
permutation or a distance are read here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from app.isa.amdgcn import halves, lanes, swizzle, truth, vocabulary
from app.isa.amdgcn.numbers import integer
from app.isa.amdgcn.vocabulary import Context, Entry


@lru_cache(maxsize=32768)
def meaning(word: str, context: Context) -> str:
    """What ``word`` means there; empty when it is not known."""
    name, _, value = word.partition(":")
    name, value = name.strip().lower(), value.strip()
    if name in _READERS:
        return _READERS[name](value, context)
    return _looked_up(name, value, context)


def _looked_up(name: str, value: str, context: Context) -> str:
    entry = vocabulary.entry(name, context)
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
    return f"{amount} added to {_place(context)}"


def _place(context: Context) -> str:
    if context.stem.startswith(("ds_bpermute", "ds_permute")):
        return "the lane address"
    if context.stem.startswith("ds_"):
        return "the LDS address"
    if "lds" in context.words or context.operation.startswith("async.copy.lane"):
        return "both addresses, that in memory and that in LDS"
    return "the address"


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
    if {"sc0", "sc1"} <= set(context.words):
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


def _blgp(value: str, context: Context) -> str:
    """Of f64 products, on gfx90a, the bits negate; elsewhere the table says what the number stands for."""
    number = integer(value)
    if context.stem.startswith("v_mfma_f64") and number is not None:
        return halves.signs([number >> i & 1 for i in range(3)])
    return _looked_up("blgp", value, context)


def _dmask(value: str, context: Context) -> str:
    number = integer(value)
    if number is None:
        return "mask of the components that are moved"
    if "gather4" in context.stem:
        return f"the component gathered: {'rgba'[number.bit_length() - 1] if number else 'none'}"
    chosen = [letter for i, letter in enumerate("rgba") if number >> i & 1]
    return f"components {', '.join(chosen)}" if chosen else "no component"


def _cbsz(value: str, context: Context) -> str:
    entry = vocabulary.entry("cbsz", context)
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
    "op_sel": halves.op_sel,
    "op_sel_hi": halves.op_sel_hi,
    "neg_lo": halves.neg("low"),
    "neg_hi": halves.neg("high"),
    "neg": halves.neg(""),
    "dmask": _dmask,
    "quad_perm": lanes.quad_perm,
    "dpp8": lanes.dpp8,
    "row_mask": lanes.mask("rows of 16 lanes", lambda i: f"{16 * i}–{16 * i + 15}"),
    "bank_mask": lanes.mask("groups of 4 lanes in each row", lambda i: f"{4 * i}–{4 * i + 3}"),
    "blgp": _blgp,
    "bitop3": lambda value, context: truth.meaning(value),
    "cbsz": _cbsz,
}
