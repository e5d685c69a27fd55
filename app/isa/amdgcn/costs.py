"""An AMD instruction and its target → cycles, operations and bytes, as far as tables and definitions give them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from app import paths, tables
from app.isa import work
from app.isa.amdgcn import targets
from app.model import Cost, Instruction, Routine, Statement

_DEFINITION = "the instruction's definition"
_SHAPE = re.compile(r"(\d+x\d+x\d+)(?:_\d+b(?=_))?_?")
_FORMAT = re.compile(r"\b(?:cbsz|blgp):(\d)")
_DOT = re.compile(r"v_(?:dual_)?dot(\d)")
_BROAD = frozenset("01")
"""Values of cbsz and blgp that mean 8-bit formats; 2 to 4 mean 6- and 4-bit ones."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """Cycles of some matrix instructions on some targets."""

    targets: tuple[str, ...]
    mnemonics: tuple[str, ...]
    cycles: int
    source: str


@dataclass(frozen=True, slots=True)
class FormatRow:
    """Cycles where the formats of A and B decide."""

    targets: tuple[str, ...]
    mnemonics: tuple[str, ...]
    narrow: int
    wide: int
    source: str


def _key(mnemonic: str) -> str:
    """One spelling for all: ``v_mfma_f32_4x4x4_16b_f16`` and ``v_mfma_f32_4x4x4f16`` are the same."""
    return _SHAPE.sub(r"\1_", mnemonic, count=1)


@cache
def _rows() -> Mapping[tuple[str, str], MatrixRow | FormatRow]:
    path = paths.APP / "isa" / "amdgcn" / "costs.toml"
    values = tables.load(path)
    found: dict[tuple[str, str], MatrixRow | FormatRow] = {}
    kinds: tuple[tuple[str, type[MatrixRow] | type[FormatRow]], ...] = (("matrix", MatrixRow), ("by_format", FormatRow))
    for name, kind in kinds:
        for number, entry in enumerate(values.get(name, []), 1):
            row = tables.row(kind, entry, f"{path.name}: {name} {number}")
            found.update(((target, _key(each)), row) for target in row.targets for each in row.mnemonics)
    return found


def cost(
    statement: Statement, instruction: Instruction, operation: str, target: str | None, lanes: int | None = None
) -> Cost | None:
    """``None`` when neither cycles nor operations nor bytes are sure. ``lanes`` is the wave size where it is known."""
    name = targets.normalise(target)
    if operation.startswith("matrix.mma"):
        return _matrix(statement, instruction, name)
    lanes = 1 if instruction.stem.startswith("s_") else _by_target(name) or lanes or instruction.lanes
    flops = _flops(statement, instruction, operation)
    width = instruction.width if work.moves(operation) else None
    if lanes is None or (flops is None and width is None):
        return None
    return Cost(
        None,
        None if flops is None else flops * lanes,
        None if width is None else width * lanes,
        "one wave" if lanes == 1 else f"one wave of {lanes} lanes, all active",
        _DEFINITION,
    )


def _matrix(statement: Statement, instruction: Instruction, target: str | None) -> Cost | None:
    key = _key(instruction.stem)
    row = _rows().get((target or "", key)) or _rows().get((target or "", key.removesuffix("_1k")))
    flops = work.matrix_flops(instruction)
    if row is None and flops is None:
        return None
    cycles = _cycles(row, statement)
    source = f"{row.source}; operations from the shape" if row else "the instruction's shape"
    return Cost(cycles, flops, None, "one wave", source)


def _cycles(row: MatrixRow | FormatRow | None, statement: Statement) -> int | None:
    if row is None or isinstance(row, MatrixRow):
        return row.cycles if row else None
    formats = _FORMAT.findall(statement.args)
    return row.narrow if len(formats) == 2 and not _BROAD.intersection(formats) else row.wide


def wave_size(routine: Routine, target: str | None) -> int | None:
    """Lanes of a wave: by the target, else by what the kernel says."""
    fixed = _by_target(targets.normalise(target))
    if fixed:
        return fixed
    size = routine.attributes.get("metadata.wavefront_size", "")
    if size.isdigit():
        return int(size)
    return {"0": 64, "1": 32}.get(routine.attributes.get("amdhsa.wavefront_size32", ""))


def workgroup_size(routine: Routine) -> int | None:
    """Lanes of a workgroup: the size that is required, else the most that is allowed."""
    sizes = re.findall(r"\d+", routine.attributes.get("metadata.reqd_workgroup_size", ""))
    if len(sizes) == 3:
        return int(sizes[0]) * int(sizes[1]) * int(sizes[2])
    most = routine.attributes.get("metadata.max_flat_workgroup_size", "")
    return int(most) if most.isdigit() else None


@lru_cache(maxsize=256)
def _by_target(target: str | None) -> int | None:
    """Lanes of a wave on targets that have one size only."""
    if target is None:
        return None
    if re.match(r"gfx[6-9]", target):
        return 64
    return 32 if target.startswith("gfx125") else None


def _flops(statement: Statement, instruction: Instruction, operation: str) -> int | None:
    """Operations of one lane; a dual instruction counts both halves."""
    if instruction.stem.startswith("v_dual_"):
        second = statement.args.partition("::")[2].split()
        halves = [_half(name) for name in (instruction.stem, *second[:1])]
        return sum(half for half in halves if half) if any(halves) else None
    if operation == "dot":
        found = _DOT.match(instruction.stem)
        return 2 * int(found[1]) if found else None
    results = 2 if instruction.stem.startswith("v_pk_") else 1
    per_result = work.PER_RESULT.get(operation)
    return None if per_result is None else per_result * results


def _half(name: str) -> int | None:
    dot = _DOT.match(name)
    if dot:
        return 2 * int(dot[1])
    if name.startswith("v_dual_fma"):
        return 2
    return 1 if re.match(r"v_dual_(?:add|sub|subrev|mul)_(?:dx9_zero_)?f\d", name) else None
