"""One statement → the counters it leaves something outstanding on, and the counters it waits on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from app import paths, tables
from app.isa.amdgcn import issue
from app.isa.base import Counter, Event, Wait
from app.model import Kind, Listing, Statement

UNDECIDED = 1 << 30
"""``Wait.least`` of a wait whose number the text does not give."""


@dataclass(frozen=True, slots=True)
class Generation:
    """How one generation of hardware counts outstanding work."""

    name: str
    targets: str
    """Pattern of its targets."""
    source: str
    counters: Mapping[str, int]
    """Most that each counter counts to."""
    fields: Mapping[str, tuple[tuple[int, int, int], ...]] = field(default_factory=dict)
    """Of ``s_waitcnt``: lowest bit in the number, width, lowest bit in the counter."""
    work: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each class of work ``COUNTER KIND``."""
    work_of: str = ""
    """The generation whose ``work`` holds here too."""


@dataclass(frozen=True, slots=True)
class Table:
    """``counters.toml`` as a whole."""

    unordered: tuple[str, ...]
    quiet: tuple[str, ...]
    optional: tuple[str, ...]
    drained: tuple[str, ...]
    nearest: tuple[str, ...]
    meaning: Mapping[str, str]
    generation: Mapping[str, Any]
    depctr: Mapping[str, tuple[int, int]]


@cache
def _table() -> Table:
    path = paths.APP / "isa" / "amdgcn" / "counters.toml"
    return tables.row(Table, tables.load(path), path.name)


@cache
def _generations() -> tuple[Generation, ...]:
    rows = _table().generation
    return tuple(
        tables.row(Generation, row, f"counters.toml: generation.{name}", name=name) for name, row in rows.items()
    )


@cache
def generation(target: str | None) -> Generation:
    """The generation of ``target``; that of gfx9 when it is not known."""
    for each in _generations():
        if target and re.fullmatch(each.targets, target):
            return each
    return next(each for each in _generations() if each.name == "gfx9")


def counters(target: str | None) -> tuple[Counter, ...]:
    """The counters that a target has."""
    found, table = generation(target), _table()
    return tuple(
        Counter(name, most, table.meaning[name], found.source, name in table.nearest, name in table.optional)
        for name, most in found.counters.items()
    )


def meaning(counter: str) -> str:
    """What a counter counts, in the plural; the counter's name when the table has none."""
    return _table().meaning.get(counter, counter)


def drained_by_call() -> tuple[str, ...]:
    """Counters at 0 when a call returns."""
    return _table().drained


@cache
def _events_of(work: str, name: str) -> tuple[Event, ...]:
    found = next(each for each in _generations() if each.name == name)
    rows = found.work or next(each for each in _generations() if each.name == found.work_of).work
    pairs = (entry.split() for entry in rows.get(work, ()))
    table = _table()
    return tuple(
        Event(
            counter,
            kind,
            kind not in table.unordered,
            quiet=kind in table.quiet,
            delivers=counter not in table.optional,
        )
        for counter, kind in pairs
    )


_TRANSCENDENTAL = re.compile(r"v_(?:s_)?(?:exp|log|rcp|rsq|sqrt|sin|cos|tanh)_\w+")
_MATRIX = re.compile(r"v_(?:wmma|swmmac|mfma|smfmac)_\w+")
_TO_SCALAR = re.compile(r"v_(?:cmp_\w+|cmpx_\w+|readfirstlane_b32|readlane_b32|s_\w+)")
_SCALAR_ALU = re.compile(
    r"s_(?!wait|barrier|branch|cbranch|nop|endpgm|delay|clause|set(?:reg|prio|halt|_)|sleep|cmp|bitcmp|sendmsg|icache|dcache|load|store"
    r"|buffer|scratch|inst|trap|code|prefetch|atomic|mem)\w+"
)


@lru_cache(maxsize=16384)
def _alu(name: str, to_vcc: bool) -> tuple[Event, ...]:
    """What an ALU instruction leaves outstanding on the dependency counters of gfx11 and later."""
    if name.startswith("v_"):
        if _TO_SCALAR.fullmatch(name):
            return (Event("va_vcc" if to_vcc else "va_sdst", "valu"),)
        if name in ("v_nop", "v_clrexcp", "v_pipeflush"):
            return ()
        kind = (
            "matrix"
            if _MATRIX.fullmatch(name)
            else "transcendental"
            if _TRANSCENDENTAL.fullmatch(name)
            else "double"
            if "f64" in name
            else "valu"
        )
        return (Event("va_vdst", kind), *((Event("va_vcc", "valu"),) if to_vcc else ()))
    if name.startswith("s_") and _SCALAR_ALU.fullmatch(name):
        return (Event("sa_sdst", "salu"),)
    return ()


_SOURCES = {
    "lds": "lds",
    "scalar": "",
    "message": "",
    "signal": "",
    "tensor": "",
    "export": "memory",
    "parameter": "memory",
}


@lru_cache(maxsize=65536)
def _events(name: str, work: str, to_vcc: bool, target: str | None) -> tuple[Event, ...]:
    found = generation(target)
    if not work:
        return _alu(name, to_vcc) if "va_vdst" in found.counters else ()
    counted = _events_of(work, found.name)
    kind = _SOURCES.get(work, "flat" if work.startswith("flat") else "memory")
    if "vm_vsrc" in found.counters and kind:
        counted += (Event("vm_vsrc", kind, kind != "flat"),)
    return counted


def events(statement: Statement, target: str | None) -> tuple[Event, ...]:
    """What ``statement`` leaves outstanding."""
    name, args = statement.name, statement.args
    return _events(name, issue.of(name, args), args.startswith("vcc"), target)


_TERM = re.compile(r"(\w+?)(?:_sat)?\s*\(\s*([^()]*)\s*\)")
_NAMED = re.compile(r"s_wait(?:cnt)?_(\w+?cnt)(?:_(dscnt))?")


def waits(statement: Statement, target: str | None) -> tuple[Wait, ...]:
    """The counters that ``statement`` waits on; a number that the text does not give is ``None``."""
    if not statement.name.startswith("s_wait"):
        return ()
    return _waits(statement.name, statement.args, target)


@lru_cache(maxsize=16384)
def _waits(name: str, args: str, target: str | None) -> tuple[Wait, ...]:
    found = generation(target)
    if name == "s_waitcnt":
        return _combined(args, found)
    if name in ("s_wait_alu", "s_waitcnt_depctr"):
        return _dependency(args)
    if name == "s_wait_idle":
        return tuple(Wait(counter, 0) for counter in found.counters)
    named = _NAMED.fullmatch(name)
    if not named or name == "s_wait_event":
        return ()
    value = number(args.rpartition(",")[2])
    if named[2]:
        pair = (named[1], named[2])
        return tuple(
            _wait(counter, None if value is None else value >> shift & 0x3F)
            for counter, shift in zip(pair, (8, 0), strict=True)
        )
    if "," in args and args.partition(",")[0].strip() not in ("null", "0"):
        value = None
    return (_wait(named[1], value),)


def _wait(counter: str, value: int | None) -> Wait:
    return Wait(counter, value, UNDECIDED if value is None else value)


def _combined(args: str, found: Generation) -> tuple[Wait, ...]:
    """``s_waitcnt``: the terms that the text names, or the fields of one number that are not at their most."""
    terms = _TERM.findall(args)
    if terms:
        return tuple(_wait(counter, number(value)) for counter, value in terms)
    value = number(args)
    if value is None:
        return tuple(_wait(counter, None) for counter in found.fields or ("vmcnt", "lgkmcnt"))
    waits = []
    for counter, fields in found.fields.items():
        left = sum((value >> low & (1 << width) - 1) << to for low, width, to in fields)
        if left < found.counters[counter]:
            waits.append(_wait(counter, left))
    return tuple(waits)


def _dependency(args: str) -> tuple[Wait, ...]:
    terms = _TERM.findall(args)
    if terms:
        return tuple(_wait(name.removeprefix("depctr_"), number(value)) for name, value in terms)
    value = number(args)
    if value is None:
        return ()
    fields = (
        (name, value >> low & (1 << width) - 1, (1 << width) - 1) for name, (low, width) in _table().depctr.items()
    )
    return tuple(_wait(name, left) for name, left, most in fields if left < most)


def number(text: str) -> int | None:
    """A whole number as assemblers write it; ``None`` when the text is something else."""
    text = text.strip().replace("_", "")
    try:
        return int(text, 8) if re.fullmatch(r"0[0-7]+", text) else int(text, 0)
    except ValueError:
        return None


_SHOWS = (
    (re.compile(r"tensor_load_to_lds|tensor_store_from_lds|s_wait_(?:async|tensor|x)cnt|s_set_vgpr_msb"), "gfx1250"),
    (re.compile(r"s_wait_(?:load|ds|km|store|sample|bvh)cnt\w*|s_barrier_signal"), "gfx1201"),
    (re.compile(r"s_delay_alu|v_dual_\w+|s_waitcnt_depctr"), "gfx1100"),
    (re.compile(r"s_waitcnt_vscnt|s_waitcnt_lgkmcnt|buffer_gl[01]_inv|s_clause|s_inst_prefetch"), "gfx1030"),
    (
        re.compile(r"v_mfma_f32_16x16x128_f8f6f4|v_mfma_f32_32x32x64_f8f6f4|v_mfma_scale_\w+|ds_read_b64_tr_b16"),
        "gfx950",
    ),
    (re.compile(r"v_mfma_\w+|v_accvgpr_\w+"), "gfx942"),
)


def assumed_target(listing: Listing) -> str | None:
    """The listing's target; when it states none, one that has the most telling mnemonic it uses."""
    if listing.target:
        return listing.target
    names = {statement.name for statement in listing.statements if statement.kind is Kind.INSTRUCTION}
    for pattern, target in _SHOWS:
        if any(pattern.fullmatch(name) for name in names):
            return target
    return None
