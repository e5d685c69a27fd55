"""An instruction and its operands → what is surely odd about them: counts and values that cannot be."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.isa.ptx.immediates import number
from app.isa.ptx.text import elements
from app.model import Instruction, Severity

Said = tuple[Severity, str]
_REGISTERS = {"32x32b": 1, "16x32bx2": 1, "16x64b": 1, "16x128b": 2, "16x256b": 4}
"""32-bit registers of a thread for one repetition of a tcgen05.ld/st shape."""
_VECTORS = {"v2": 2, "v4": 4, "v8": 8}


def of(instruction: Instruction, texts: tuple[str, ...], guard: str) -> list[Said]:
    """Nothing that ``ptxas`` accepts is called odd here."""
    rule = _RULES.get(instruction.stem)
    if rule is None or not texts:
        return []
    parts = [modifier.text[1:] for modifier in instruction.modifiers]
    return rule(parts, texts)


def _list(texts: tuple[str, ...]) -> tuple[str, ...] | None:
    """The first list in braces."""
    text = next((each for each in texts if each.startswith("{")), None)
    return elements(text) if text else None


def tensor_registers(parts: list[str]) -> int | None:
    """Registers that a ``tcgen05.ld`` or ``tcgen05.st`` takes of each thread; ``None`` when its name does not say."""
    each = next((_REGISTERS[part] for part in parts if part in _REGISTERS), None)
    count = next((int(part[1:]) for part in parts if re.fullmatch(r"x\d+", part)), None)
    if each is None or count is None:
        return None
    return each * count


def _tensor_list(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    wanted, given = tensor_registers(parts), _list(texts)
    if wanted is None or "spcompress" in parts or given is None or len(given) == wanted:
        return []
    shape = " ".join(f".{part}" for part in parts if part in _REGISTERS or re.fullmatch(r"x\d+", part))
    return [(Severity.ERROR, f"{shape} takes a list of {wanted} registers, here are {len(given)}.")]


def _columns(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    value = number(texts[-1]) if len(texts) > 1 else None
    if value is None or (32 <= value <= 512 and value & (value - 1) == 0):
        return []
    return [(Severity.ERROR, f"{value} columns: it must be a power of two from 32 to 512.")]


def _disabled(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    given = _list(texts)
    group = next((part for part in parts if part.startswith("cta_group::")), "")
    wanted = {"cta_group::1": 4, "cta_group::2": 8}.get(group)
    if given is None or wanted is None or len(given) == wanted:
        return []
    return [(Severity.ERROR, f".{group} takes {wanted} registers of disabled output lanes, here are {len(given)}.")]


def _fragment(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    """``ldmatrix`` and ``stmatrix`` take one register a matrix, two for 16×16."""
    given = _list(texts)
    count = next((int(part[1]) for part in parts if re.fullmatch(r"x[124]", part)), None)
    if given is None or count is None:
        return []
    wanted = count * (2 if "m16n16" in parts else 1)
    if len(given) == wanted:
        return []
    return [(Severity.ERROR, f".x{count} takes {wanted} register{'s'[: wanted != 1]}, here are {len(given)}.")]


def _vector(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    wanted = next((_VECTORS[part] for part in parts if part in _VECTORS), None)
    given = _list(texts)
    if wanted is None or given is None or len(given) == wanted:
        return []
    return [(Severity.ERROR, f".v{wanted} takes {wanted} elements, here are {len(given)}.")]


def _copy(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    value = number(texts[2]) if len(texts) > 2 else None
    if value is None:
        return []
    if "cg" in parts and value != 16:
        return [(Severity.ERROR, f".cg copies 16 bytes, not {value}.")]
    if value not in (4, 8, 16):
        return [(Severity.ERROR, f"{value} bytes: a copy is of 4, 8 or 16.")]
    return []


def _coordinates(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    """The tensor map's operand has as many coordinates as the tensor dimensions, or five for gather and scatter."""
    dimensions = next((int(part[0]) for part in parts if re.fullmatch(r"[1-5]d", part)), None)
    text = next((each for each in texts if each.startswith("[") and "{" in each), None)
    if dimensions is None or text is None:
        return []
    given = elements(text[text.rindex("{") : text.rindex("}") + 1]) if "}" in text else ()
    wanted = 5 if any(part in ("tile::gather4", "tile::scatter4") for part in parts) else dimensions
    if len(given) == wanted:
        return []
    return [(Severity.ERROR, f"{wanted} coordinates are needed, here are {len(given)}.")]


def _parity(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    value = number(texts[2]) if "parity" in parts and len(texts) > 2 else None
    if value is None or value in (0, 1):
        return []
    return [(Severity.WARNING, f"Parity {value}: only its lowest bit can be meant.")]


def _table(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    value = number(texts[4]) if len(texts) > 4 else None
    if value is None or 0 <= value <= 255:
        return []
    return [(Severity.ERROR, f"{value}: a truth table has 8 bits.")]


def _register_count(parts: list[str], texts: tuple[str, ...]) -> list[Said]:
    value = number(texts[0])
    if value is None or (24 <= value <= 256 and value % 8 == 0):
        return []
    return [(Severity.ERROR, f"{value} registers: it must be a multiple of 8 from 24 to 256.")]


_RULES: dict[str, Callable[[list[str], tuple[str, ...]], list[Said]]] = {
    "tcgen05.ld": _tensor_list,
    "tcgen05.st": _tensor_list,
    "tcgen05.alloc": _columns,
    "tcgen05.dealloc": _columns,
    "tcgen05.mma": _disabled,
    "tcgen05.mma.sp": _disabled,
    "ldmatrix": _fragment,
    "stmatrix": _fragment,
    "ld": _vector,
    "ld.global.nc": _vector,
    "st": _vector,
    "cp.async": _copy,
    "cp.async.bulk.tensor": _coordinates,
    "cp.async.bulk.prefetch.tensor": _coordinates,
    "cp.reduce.async.bulk.tensor": _coordinates,
    "mbarrier.try_wait": _parity,
    "mbarrier.test_wait": _parity,
    "lop3": _table,
    "setmaxnreg": _register_count,
}
