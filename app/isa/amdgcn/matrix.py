"""A matrix instruction → how many registers each of its matrices takes, and what a lane holds.

A matrix is spread evenly over the lanes of the wave: registers = elements × bits / 32 / lanes. Checked
against the register tuples that LLVM 22's assembler takes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.isa.amdgcn import availability
from app.model import Instruction, Shape

_BITS = {
    "f64": 64, "f32": 32, "tf32": 32, "i32": 32, "f16": 16, "bf16": 16, "i8": 8, "e4m3": 8, "e5m2": 8,
    "e2m3": 6, "e3m2": 6, "e2m1": 4, "i4": 4,
}  # fmt: skip
_FORMATS = ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1")
_FORMAT_NAMES = {"FP8": "e4m3", "BF8": "e5m2", "FP6": "e2m3", "BF6": "e3m2", "FP4": "e2m1"}


_FORMAT_KEYS = {
    "mfma": {"A": "cbsz", "B": "blgp"},
    "wmma": {"A": "matrix_a_fmt", "B": "matrix_b_fmt"},
}
"""The modifiers that give the formats of A and B."""


class Tile(NamedTuple):
    """One matrix as an operand."""

    rows: int
    columns: int
    blocks: int
    element: str
    registers: tuple[int, ...]
    """The numbers of registers that are right: two where both wave sizes are possible."""
    note: str = ""

    @property
    def says(self) -> str:
        """``16×32 f16``, with the blocks and what a lane holds."""
        size = f"{self.rows}×{self.columns} {self.element}{self.note}"
        blocks = f" × {self.blocks} blocks" if self.blocks > 1 else ""
        counts = " or ".join(str(count) for count in self.registers)
        plural = "s" if self.registers != (1,) else ""
        return f"{size}{blocks}, {counts} register{plural}"


@lru_cache(maxsize=4096)
def tiles(instruction: Instruction, words: tuple[str, ...], target: str) -> dict[str, Tile]:
    """Role name (``A``, ``B``, ``C``, ``D`` …) → what it holds; empty when the shape is not known.

    An empty ``target`` allows what any target with the instruction would take.
    """
    if not target and "mma" in instruction.stem.removeprefix("v_mfma"):
        return _any(instruction, words)
    if not target and instruction.stem == "v_mfma_f32_32x32x4bf16":
        return {}  # One block on gfx908, two on gfx942.
    shape = instruction.shape
    stem = instruction.stem
    if shape is None or instruction.element is None:
        return {}
    a_type, b_type = _inputs(instruction, words)
    d_type = stem.split("_")[2 if "_scale" not in stem else 3]
    sparse = instruction.operation == "matrix.mma.sparse"
    wmma = "wmma" in stem or "swmmac" in stem
    waves = (64,) if not wmma else (32,) if target.startswith("gfx125") else (32, 64)
    replicated = 2 if wmma and target.startswith("gfx11") else 1
    depth = shape.k // 2 if sparse else shape.k
    note = " (2 of 4 kept)" if sparse else ""
    keys = {word.partition(":")[0].strip() for word in words}
    unsaid = {side: _unsaid(instruction, key, keys) for side, key in _FORMAT_KEYS["wmma" if wmma else "mfma"].items()}
    d_bits = "bf16" if d_type == "bf16f32" else d_type
    c_bits = "f32" if d_type == "bf16f32" else d_type
    found = {
        "A": _tile(shape, shape.m, depth, a_type, waves, replicated, note + unsaid["A"]),
        "B": _tile(shape, shape.k, shape.n, b_type, waves, replicated, unsaid["B"]),
        "C": _tile(shape, shape.m, shape.n, c_bits, waves, _spread(c_bits, replicated)),
        "D": _tile(shape, shape.m, shape.n, d_bits, waves, _spread(d_bits, replicated)),
    }
    found["D and C"] = found["C"] or found["D"]
    return {name: tile for name, tile in found.items() if tile is not None}


def _unsaid(instruction: Instruction, key: str, given: set[str]) -> str:
    return f" ({key} not given)" if instruction.element == "f8f6f4" and key not in given else ""


def _any(instruction: Instruction, words: tuple[str, ...]) -> dict[str, Tile]:
    found: dict[str, Tile] = {}
    for profile in availability.holders(instruction.stem):
        for name, tile in tiles(instruction, words, profile).items():
            before = found[name].registers if name in found else ()
            found[name] = tile._replace(registers=tuple(sorted({*before, *tile.registers})))
    return found


def _spread(element: str, replicated: int) -> int:
    """On gfx11 a 16-bit result takes half a register each."""
    return replicated if _BITS.get(element) == 16 else 1


def _tile(
    shape: Shape, rows: int, columns: int, element: str, waves: tuple[int, ...], factor: int, note: str = ""
) -> Tile | None:
    width = _BITS.get(element)
    if width is None:
        return None
    # On gfx11 both halves of the wave hold a copy, so a wave of 64 takes as many registers as one of 32.
    counts = {
        max(1, rows * columns * shape.blocks * width * _copies(factor, lanes, element) // 32 // lanes)
        for lanes in waves
    }
    return Tile(rows, columns, shape.blocks, element, tuple(sorted(counts)), note)


def _copies(factor: int, lanes: int, element: str) -> int:
    return factor if lanes == 32 else 2 * factor if factor > 1 else 1


def _inputs(instruction: Instruction, words: tuple[str, ...]) -> tuple[str, str]:
    stem, element = instruction.stem, instruction.element or ""
    if element == "f8f6f4":
        keyed = {key.strip(): value.strip() for key, _, value in (word.partition(":") for word in words)}
        if "wmma" in stem:
            return _format(keyed.get("matrix_a_fmt", "0")), _format(keyed.get("matrix_b_fmt", "0"))
        return _format(keyed.get("cbsz", "0")), _format(keyed.get("blgp", "0"))
    pairs = {"fp8": "e4m3", "bf8": "e5m2"}
    tail = stem.replace("fp8", "_fp8").replace("bf8", "_bf8").split("_")
    if tail[-1] in pairs and tail[-2] in ("fp8", "bf8", ""):
        sides = [part for part in tail if part in pairs][-2:]
        return pairs[sides[0]], pairs[sides[-1]]
    return element, element


def _format(text: str) -> str:
    name = _FORMAT_NAMES.get(text.removeprefix("MATRIX_FMT_"))
    if name:
        return name
    return _FORMATS[int(text)] if text.isdigit() and int(text) < len(_FORMATS) else ""
