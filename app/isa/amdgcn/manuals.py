"""An instruction and a target → the place in AMD's manual that speaks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from app import tables
from app.isa.amdgcn.availability import FOLDER
from app.model import EMPTY

_BY_OPERATION: tuple[tuple[tuple[str, ...], str], ...] = (
    (("wait.counter", "async.wait"), "waits"),
    (("barrier",), "barriers"),
    (("schedule.nop",), "nops"),
    (("matrix.mma.scaled",), "matrix_scaled"),
    (("matrix.mma.sparse",), "matrix_sparse"),
    (("matrix.mma",), "matrix"),
    (("async.copy.tensor",), "tensor"),
    (("async.copy",), "async"),
    (("export",), "export"),
)
_BY_NAME: tuple[tuple[tuple[str, ...], str], ...] = (
    (("v_pk_",), "packed"),
    (("v_dual_",), "dual"),
    (("v_cvt_",), "conversion"),
    (("v_permlane",), "lanes"),
    (("buffer_", "tbuffer_"), "buffer"),
    (("image_", "bvh"), "image"),
    (("global_", "flat_", "scratch_", "cluster_"), "flat"),
    (("s_load", "s_buffer_", "s_store", "s_scratch_", "s_atomic", "s_dcache", "s_mem"), "scalar_memory"),
    (("s_atc", "s_prefetch"), "scalar_memory"),
    (("ds_", "lds_"), "lds"),
)  # fmt: skip
_BY_UNIT = {"scalar": "scalar", "program control": "control", "vector ALU": "vector", "matrix": "matrix"}


@dataclass(frozen=True, slots=True)
class Manual:
    """One manual and the sections of it that are known by number."""

    targets: tuple[str, ...]
    title: str
    sections: Mapping[str, str] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class _Manuals:
    chapters: Mapping[str, str]
    manual: tuple[Manual, ...]


@cache
def _table() -> _Manuals:
    path = FOLDER / "manuals.toml"
    return tables.row(_Manuals, tables.load(path), path.name)


def subject(stem: str, operation: str, unit: str) -> str:
    """The key of the chapter that an instruction belongs to."""
    for starts, key in _BY_OPERATION:
        if operation.startswith(starts):
            return key
    for starts, key in _BY_NAME:
        if stem.startswith(starts):
            return key
    return _BY_UNIT.get(unit, "vector")


def reference(stem: str, operation: str, unit: str, target: str) -> str:
    """``CDNA4 ISA, §7.2 Matrix Instructions with Block Scales``; without the number where it is not sure."""
    key = subject(stem, operation, unit)
    manual = next((each for each in _table().manual if target.startswith(each.targets)), None)
    chapter = _table().chapters[key]
    if manual is None:
        return chapter
    number = manual.sections.get(key)
    return f"{manual.title}, §{number} {chapter}" if number else f"{manual.title}, {chapter}"


def check() -> None:
    """Loads the table; ``BadTable`` when it is broken."""
    _table()
