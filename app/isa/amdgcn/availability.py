"""A mnemonic's stem → the targets that have it, and the other names that it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from app import paths, tables
from app.errors import BadTable

FOLDER = paths.APP / "isa" / "amdgcn" / "tables"


@dataclass(frozen=True, slots=True)
class Group:
    """Mnemonics that the same profiles have."""

    profiles: tuple[str, ...]
    mnemonics: str
    """Separated by white space."""


@dataclass(frozen=True, slots=True)
class _Availability:
    profiles: Mapping[str, tuple[str, ...]]
    group: tuple[Group, ...]


class _Index(NamedTuple):
    profiles: Mapping[str, tuple[str, ...]]
    """The targets of each profile, oldest profile first."""
    profile_of: Mapping[str, str]
    """The profile of each target."""
    holders: Mapping[str, tuple[str, ...]]
    """The profiles that have each mnemonic."""


@cache
def _index() -> _Index:
    path = FOLDER / "availability.toml"
    table = tables.row(_Availability, tables.load(path), path.name)
    holders: dict[str, tuple[str, ...]] = {}
    for number, group in enumerate(table.group, 1):
        for profile in group.profiles:
            if profile not in table.profiles:
                raise BadTable(f"{path.name}: group {number}.profiles: no profile {profile!r}")
        for mnemonic in group.mnemonics.split():
            if mnemonic in holders:
                raise BadTable(f"{path.name}: group {number}.mnemonics: {mnemonic!r} stands in another group too")
            holders[mnemonic] = group.profiles
    profile_of = {target: profile for profile, targets in table.profiles.items() for target in targets}
    return _Index(table.profiles, profile_of, holders)


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    path = FOLDER / "renamings.toml"
    found: dict[str, tuple[str, ...]] = {}
    for line in tables.load(path).get("names", ()):
        names = tuple(str(line).split())
        for name in names:
            if name in found:
                raise BadTable(f"{path.name}: names: {name!r} stands twice")
            found[name] = names
    return found


def mnemonics() -> tuple[str, ...]:
    """Every stem, sorted."""
    return tuple(sorted(_index().holders))


def exists(stem: str) -> bool:
    """Whether some target has ``stem``."""
    return stem in _index().holders


def profile(stem: str, target: str | None) -> str | None:
    """The profile of ``target``; without a known target, the newest that has ``stem``."""
    index = _index()
    if target is not None and target in index.profile_of:
        return index.profile_of[target]
    holders = index.holders.get(stem, ())
    specific = [name for name in holders if not name.endswith("generic")]
    return specific[-1] if specific else None


def knows(target: str | None) -> bool:
    """Whether ``target`` is one that can be judged."""
    return target in _index().profile_of


def has(stem: str, target: str | None) -> bool:
    """Whether ``target`` has ``stem``; true when the target is not known."""
    index = _index()
    return target is None or target not in index.profile_of or index.profile_of[target] in index.holders.get(stem, ())


def holders(stem: str) -> tuple[str, ...]:
    """The profiles that have ``stem``, oldest first, the generic ones last."""
    return _index().holders.get(stem, ())


def targets(stem: str) -> tuple[str, ...]:
    """The targets that have ``stem``, oldest first; empty when all have it, or none."""
    index = _index()
    holders = index.holders.get(stem, ())
    if len(holders) == len(index.profiles):
        return ()
    return tuple(target for name in holders for target in index.profiles[name])


def span(stem: str) -> str:
    """The targets that have ``stem`` in words, by profile: ``gfx900–gfx942, gfx1250``."""
    index = _index()
    ordered = [name for name in index.profiles if not name.endswith("generic")]
    holders = index.holders.get(stem, ())
    runs: list[list[str]] = []
    open_run = False
    for name in ordered:
        if name in holders:
            if open_run:
                runs[-1].append(name)
            else:
                runs.append([name])
        open_run = name in holders
    words = [run[0] if len(run) == 1 else f"{run[0]}–{index.profiles[run[-1]][0]}" for run in runs]
    if runs and runs[-1][-1] == ordered[-1]:
        words[-1] = f"{runs[-1][0]} and later"
    if len(holders) == len(index.profiles):
        return "all targets"
    return ", ".join(words)


def aliases(stem: str) -> tuple[str, ...]:
    """The other names of the same instruction."""
    return tuple(name for name in _names().get(stem, ()) if name != stem)


def check() -> None:
    """Loads the tables; ``BadTable`` when one is broken."""
    _index()
    _names()
