"""``op_sel`` and ``neg``, bit by bit → which half or byte of each source is taken, and with which sign."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.isa.amdgcn.numbers import bits
from app.isa.amdgcn.vocabulary import Context

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
    return bits(context.value(name) or "") or []


def _scale_bytes(context: Context) -> str:
    low, high = _other("op_sel", context), _other("op_sel_hi", context)
    chosen = [(low[i] if i < len(low) else 0) + 2 * (high[i] if i < len(high) else 0) for i in (0, 1)]
    return f"with op_sel and op_sel_hi together: A's scale is byte {chosen[0]}, B's byte {chosen[1]} of its register"


def op_sel(value: str, context: Context) -> str:
    """Which parts of the sources the (low) result takes, and where it goes."""
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


def op_sel_hi(value: str, context: Context) -> str:
    """Which parts of the sources the high result takes; for mixed instructions their types."""
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


def neg(part: str) -> Callable[[str, Context], str]:
    """A reader of the sources negated for one part of the result: ``low``, ``high`` or all of it."""

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


def signs(found: list[int]) -> str:
    """A bit for each of A, B and C → which are negated."""
    said = [name for name, bit in zip("ABC", found, strict=False) if bit]
    return " and ".join(said) + " negated" if said else "nothing negated"


def _matrix_signs(part: str, found: list[int]) -> str:
    said = [name for name, bit in zip("ABC", found, strict=False) if bit]
    if part == "" or not said:
        return signs(found)
    ab = [name for name in said if name != "C"]
    parts = [f"{' and '.join(ab)} negated ({'even' if part == 'low' else 'odd'} elements along K)"] if ab else []
    if "C" in said:
        parts.append("C negated" if part == "low" else "C's absolute value is taken")
    return ", ".join(parts)
