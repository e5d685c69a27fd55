"""A target as tools write it → its plain name, and the name that people use for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from app import paths, tables

_MARCH = re.compile(r"(gfx\d+[0-9a-f]*(?:-\d+)*(?:-generic)?)")


@cache
def _titles() -> Mapping[str, str]:
    return {
        name: str(title) for name, title in tables.load(paths.APP / "isa" / "amdgcn" / "targets.toml")["titles"].items()
    }


@lru_cache(maxsize=256)
def normalise(text: str | None) -> str | None:
    """``amdgcn-amd-amdhsa--gfx942:xnack+`` → ``gfx942``; ``None`` when no target is in it."""
    found = _MARCH.search(text.lower()) if text else None
    return found[1] if found else None


def title(target: str | None) -> str:
    """``CDNA 3 · MI300``; empty when the target is not known."""
    name = normalise(target)
    return _titles().get(name, "") if name else ""


def from_version(major: int, minor: int, stepping: int) -> str:
    """The target of an instruction-set version: 9, 0, 10 is ``gfx90a``."""
    return f"gfx{major}{minor}{stepping:x}"


def known() -> tuple[str, ...]:
    """Every target that has a title, oldest first as in the table."""
    return tuple(_titles())


def version(target: str | None) -> dict[str, int]:
    """The numbers that assembler conditions know: ``number``, ``minor``, ``stepping``; empty when unknown."""
    match = re.fullmatch(r"gfx(\d+)(\d)([0-9a-f])", target or "")
    return {"number": int(match[1]), "minor": int(match[2]), "stepping": int(match[3], 16)} if match else {}
