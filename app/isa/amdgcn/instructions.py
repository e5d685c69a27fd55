"""A mnemonic and a target → what the tables know of it. Cached: one object a pair."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache

from app.isa.amdgcn import availability, families, manuals, targets
from app.isa.amdgcn.families import Entry, Role
from app.model import Instruction, Modifier

_SUFFIX = re.compile(r"_(e64_dpp8?|e32|e64|dpp8?|sdwa)$")
ENCODINGS = {
    "e32": "the 32-bit encoding",
    "e64": "the 64-bit encoding: any operands, source and output modifiers",
    "dpp": "the first source passes through a lane permutation (data-parallel primitives)",
    "dpp8": "the first source passes through a lane permutation within groups of 8",
    "e64_dpp": "the 64-bit encoding, the first source through a lane permutation",
    "e64_dpp8": "the 64-bit encoding, the first source through a lane permutation within groups of 8",
    "sdwa": "sub-dword addressing: sources and destination may be bytes or halves of registers",
}


def split(mnemonic: str) -> tuple[str, str]:
    """The stem, and the suffix that chooses an encoding without its underscore; both in lower case."""
    name = mnemonic.lower()
    found = _SUFFIX.search(name)
    return (name[: found.start()], found[1]) if found else (name, "")


def generation(target: str | None) -> str:
    """``gfx90a`` → ``gfx9``, ``gfx1201`` → ``gfx12``; the digits before the last two, or before a hyphen."""
    found = re.match(r"gfx(\d+?)(?:[0-9a-f]{2}|(?:-\d+)*-generic)?$", target or "")
    return f"gfx{found[1]}" if found else ""


@lru_cache(maxsize=32768)
def entry(mnemonic: str, target: str | None) -> Entry | None:
    """The tables' entry for a mnemonic as written; ``None`` when they have none."""
    stem, _ = split(mnemonic)
    if not availability.exists(stem):
        return None
    plain = targets.normalise(target)
    profile = availability.profile(stem, plain)
    if stem.startswith("v_dual_"):
        return _dual(stem, generation(profile))
    if stem == _RENAMED and (profile or "").startswith(("gfx94", "gfx95", "gfx9-4")):
        stem += "_1k"
    return families.find(stem, generation(profile))


_RENAMED = "v_mfma_f32_32x32x4bf16"
"""One block of half the depth on gfx908 and gfx90a; since gfx940 the name of what was ``…_1k`` there."""


def _dual(stem: str, name: str) -> Entry | None:
    half = families.find("v_" + stem.removeprefix("v_dual_"), name)
    if half is None:
        return None
    return half._replace(summary=f"One half of a pair that issues together: {half.summary}")


def roles(mnemonic: str, target: str | None) -> tuple[Role, ...]:
    """The operands that a mnemonic takes, in the order of the text."""
    found = entry(mnemonic, target)
    return found.roles if found else ()


@lru_cache(maxsize=32768)
def lookup(mnemonic: str, target: str | None) -> Instruction:
    """What is known of a mnemonic as written."""
    stem, encoding = split(mnemonic)
    found = entry(mnemonic, target)
    if found is None:
        return _unknown(mnemonic, stem)
    operation = found.operation
    if operation == "move" and encoding.endswith(("dpp", "dpp8")):
        operation = "shuffle"
    return Instruction(
        mnemonic=mnemonic,
        stem=stem,
        known=True,
        operation=operation,
        summary=_of_formats(found.summary, target),
        modifiers=(Modifier("_" + encoding, ENCODINGS[encoding]),) if encoding else (),
        element=found.element,
        width=found.width,
        space=found.space,
        shape=found.shape,
        lanes=lanes(stem, target),
        introduced=availability.span(stem),
        targets=availability.targets(stem),
        aliases=availability.aliases(stem),
        reference=manuals.reference(stem, operation, found.unit, _known_target(stem, target)),
    )


_FNUZ = {"(e4m3)": "(e4m3, FNUZ: bias 8, no infinities)", "(e5m2)": "(e5m2, FNUZ: bias 16, no infinities)"}
"""The 8-bit formats of gfx940 to gfx942; all other targets have those of the OCP standard (CDNA3 ISA, data formats)."""


def _of_formats(summary: str, target: str | None) -> str:
    """A summary with the formats that its target means by fp8 and bf8."""
    if (targets.normalise(target) or "") in ("gfx940", "gfx941", "gfx942"):
        for name, there in _FNUZ.items():
            summary = summary.replace(name, there)
    return summary


def _known_target(stem: str, target: str | None) -> str:
    """``target`` when it has the mnemonic, else the newest that has it."""
    plain = targets.normalise(target)
    return plain if plain and availability.has(stem, plain) else availability.profile(stem, None) or ""


def lanes(stem: str, target: str | None) -> int | None:
    """Lanes of the wave that issues it: 64 up to gfx9, 32 on gfx1250; ``None`` where both may be."""
    plain = targets.normalise(target)
    names = (plain,) if plain and availability.has(stem, plain) else availability.holders(stem)
    found = {_WAVE.get(generation(name)) if not name.startswith("gfx125") else 32 for name in names}
    return found.pop() if len(found) == 1 else None


_WAVE = {"gfx6": 64, "gfx7": 64, "gfx8": 64, "gfx9": 64}


def _unknown(mnemonic: str, stem: str) -> Instruction:
    return Instruction(
        mnemonic=mnemonic,
        stem=stem,
        known=False,
        operation="unknown",
        summary="",
        near=tuple(difflib.get_close_matches(stem, _like(stem), n=3, cutoff=0.75)),
    )


def _like(stem: str) -> list[str]:
    head = stem.split("_", 1)[0]
    return [name for name in availability.mnemonics() if name.startswith(head + "_")]


def mnemonics() -> tuple[str, ...]:
    """Every stem, sorted."""
    return availability.mnemonics()
