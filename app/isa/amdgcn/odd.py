"""A statement read → what is missing, superfluous, of the wrong size, or not on its target."""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.amdgcn import assignment, availability, immediates, instructions, matrix, vocabulary
from app.isa.amdgcn.families import Role
from app.model import Diagnostic, Instruction, Severity

_TUPLE = re.compile(r"^-?\|?(v|a|s|ttmp)\[\s*(\d+)\s*:\s*(\d+)\s*\]")
_SINGLE = re.compile(r"^-?\|?(v|a|s|ttmp)\d+(?:\.[lh])?\|?$")
_ALIGNED = ("gfx90a", "gfx94", "gfx95", "gfx9-4", "gfx125")
"""Targets whose vector-register tuples must begin at an even register."""
_PAIRS = re.compile(r"ds_(?:write2|wrxchg2|store\w*_2addr)")
"""Two addresses, each with data of its own: half the bytes a register operand."""
_DATA = ("destination", "data", "data and comparand")


def of_instruction(
    instruction: Instruction, roles: tuple[Role, ...], count: int, words: tuple[str, ...], target: str | None
) -> tuple[Diagnostic, ...]:
    """What can be said whatever the operands are: the target, the name, how many operands there are."""
    return (
        *(_target(instruction, target) or _words(instruction, words, target)),
        *_name(instruction, target),
        *_count(instruction, roles, count, words),
    )


def of_operand(
    text: str, role: Role, instruction: Instruction, tile: matrix.Tile | None, words: tuple[str, ...], target: str
) -> list[Diagnostic]:
    """What is wrong with one operand: its size, where its registers begin."""
    if role.name == "counters":
        return _counts(text, target)
    found = _registers(text)
    if found is None:
        return []
    return _size(text, found[2], role, instruction, tile, words) + _alignment(text, found, target)


def _counts(text: str, target: str) -> list[Diagnostic]:
    """Counters that are given more than they can count to; ``…_sat`` takes their most instead."""
    return [
        _error(f"{name} counts to {most} on {target}: {value} is too much.")
        for name, value, most in immediates.beyond(text, target or None)
        if target
    ]


def _error(message: str) -> Diagnostic:
    return Diagnostic(0, Severity.ERROR, message)


def _newest(instruction: Instruction) -> str:
    return availability.profile(instruction.stem, None) or ""


def _target(instruction: Instruction, target: str | None) -> list[Diagnostic]:
    if availability.has(instruction.stem, target):
        return []
    span = availability.span(instruction.stem)
    only = f"{span} only" if "," not in span and "–" not in span and "later" not in span else f"only on {span}"
    other = next((name for name in instruction.aliases if availability.has(name, target)), None)
    hint = f"; {target} calls it {other}" if other else ""
    return [_error(f"{instruction.stem}: {only}; this file says {target}{hint}.")]


def _words(instruction: Instruction, words: tuple[str, ...], target: str | None) -> list[Diagnostic]:
    """Modifiers and the encoding's ending that a target lacks though it has the instruction."""
    ending = instructions.split(instruction.mnemonic)[1]
    found = []
    for word in (*((f"_{ending}",) if ending else ()), *words):
        said = vocabulary.lacking(word, instruction.stem, target)
        if said:
            name = word.partition(":")[0]
            found.append(_error(f"{name}: {said} only; this file says {target}."))
    return found


def _name(instruction: Instruction, target: str | None) -> list[Diagnostic]:
    if not instruction.stem.startswith(("v_mfma", "v_smfmac")) or not instruction.aliases:
        return []
    newer = next(
        (name for name in instruction.aliases if re.search(r"\d_(?:\d+b_)?[a-z]+\d*(?:_[a-z]+\d+)?$", name)), None
    )
    if newer is None or re.search(r"x\d+_", instruction.stem) or (target in ("gfx908", "gfx90a")):
        return []
    return [Diagnostic(0, Severity.INFO, f"The older name, still accepted; since gfx940 it is {newer}.")]


def _count(instruction: Instruction, roles: tuple[Role, ...], count: int, words: tuple[str, ...]) -> list[Diagnostic]:
    missing = assignment.missing(roles, count)
    if "lds" in words and instruction.operation.startswith("load."):
        return []
    if missing and (count or len(missing) == sum(not role.optional for role in roles)):
        if instruction.stem.startswith("v_cmp") and len(missing) == 1:
            return []
        names = " and ".join(f"the {role.name}" if role.name[0].islower() else role.name for role in missing)
        verb = "is" if len(missing) == 1 else "are"
        needs = sum(not role.optional for role in roles)
        bare = instruction.stem.replace("_scale_", "_")
        hint = f" {bare} is the form without scales." if bare != instruction.stem and availability.exists(bare) else ""
        wanted = "1 operand is" if needs == 1 else f"{needs} operands are"
        said = f"{names[0].upper()}{names[1:]} {verb} missing: {wanted} needed, {count} given.{hint}"
        return [_error(said)]
    if count > len(roles):
        return [_error(f"Too many operands: at most {len(roles)} are taken, {count} given.")]
    return []


@lru_cache(maxsize=65536)
def _registers(text: str) -> tuple[str, int, int] | None:
    """File, first register and how many; ``None`` when the text is no plain register."""
    found = _TUPLE.match(text)
    if found:
        return found[1], int(found[2]), int(found[3]) - int(found[2]) + 1
    single = _SINGLE.match(text)
    return (single[1], 0, 1) if single else None


def _size(
    text: str,
    count: int,
    role: Role,
    instruction: Instruction,
    tile: matrix.Tile | None,
    words: tuple[str, ...],
) -> list[Diagnostic]:
    if tile is not None and count not in tile.registers:
        wanted = " or ".join(map(str, tile.registers))
        return [
            _error(
                f"{role.name} takes {wanted} registers ({tile.rows}×{tile.columns} {tile.element}); {text} is {count}."
            )
        ]
    if instruction.width and role.name in _DATA and instruction.operation.startswith(("load", "store", "atomic")):
        needed = max(1, instruction.width // 4) * (2 if role.name == "data and comparand" else 1)
        if role.name == "data" and _PAIRS.match(instruction.stem):
            needed //= 2
        if instruction.operation == "atomic.scalar" or "tfe" in words:
            return []
        if count != needed:
            return [_error(f"{instruction.width} bytes need {needed} register{'s' * (needed > 1)}; {text} is {count}.")]
    return []


def _alignment(text: str, found: tuple[str, int, int], target: str) -> list[Diagnostic]:
    file, first, count = found
    if count < 2:
        return []
    if file in ("v", "a"):
        if first % 2 and target.startswith(_ALIGNED):
            return [_error(f"{text} must begin at an even register on {target}.")]
        return []
    step = 2 if count == 2 else 4
    return [_error(f"{text} must begin at a multiple of {step}.")] if first % step else []
