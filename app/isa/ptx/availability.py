"""An entry and its modifiers → the first ISA version and the targets that have it, and whether a file's own do."""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.ptx.knowledge import Entry
from app.model import Severity

_TARGET = re.compile(r"sm_(\d+)([af]?)$")


def _needs(entry: Entry, rest: tuple[str, ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    """``(modifiers, version, targets)`` of every part of ``needs`` that the modifiers meet."""
    found = []
    for key, text in entry.needs.items():
        if _in_order(key.split("."), rest):
            version, *targets = text.split()
            found.append((key, version, tuple(targets)))
    return found


def _in_order(parts: list[str], rest: tuple[str, ...]) -> bool:
    """Whether all of ``parts`` stand in ``rest``, one after the other."""
    left = iter(rest)
    return all(part in left for part in parts)


def _number(version: str) -> tuple[int, int]:
    major, _, minor = version.partition(".")
    return int(major), int(minor or 0)


def introduced(entry: Entry, rest: tuple[str, ...]) -> str:
    """``PTX ISA 8.6``, the latest that the opcode and its modifiers ask for."""
    versions = [entry.introduced, *(version for _, version, _ in _needs(entry, rest))]
    return f"PTX ISA {max(versions, key=_number)}"


def targets(entry: Entry, rest: tuple[str, ...]) -> tuple[str, ...]:
    """The targets that have it: those of the last of its modifiers that restricts them, else the opcode's."""
    found = entry.targets
    for _, _, names in _needs(entry, rest):
        found = names or found
    return found


@lru_cache(maxsize=4096)
def has(target: str, wanted: tuple[str, ...]) -> bool:
    """Whether ``target`` is among ``wanted``; true when ``target`` is none that can be judged.

    ``sm_90`` in ``wanted`` means it and all later ones; ``sm_90a`` itself alone; ``sm_100f`` its family:
    the same major number, at least that minor one, with ``a`` or ``f``.
    """
    own = _TARGET.match(target)
    if not own or not wanted:
        return True
    number, suffix = int(own[1]), own[2]
    for name in wanted:
        match = _TARGET.match(name)
        assert match is not None, name
        least = int(match[1])
        if match[2] == "a":
            fits = number == least and suffix == "a"
        elif match[2] == "f":
            fits = number // 10 == least // 10 and number >= least and suffix in ("a", "f")
        else:
            fits = number >= least
        if fits:
            return True
    return False


def objection(
    entry: Entry, rest: tuple[str, ...], target: str | None, version: str | None
) -> tuple[Severity, str] | None:
    """Why a file that states ``target`` and ``version`` can't have it; ``None`` when nothing speaks against it."""
    name = entry.stem
    for key, first, wanted in [("", entry.introduced, entry.targets), *_needs(entry, rest)]:
        what = f"{name} with .{key.replace('.', ' .')}" if key else name
        if target and wanted and not has(target, wanted):
            return Severity.WARNING, f"{what} needs {_in_words(wanted)}; this file says {target}."
        if version and _number(version) < _number(first):
            return Severity.WARNING, f"{what} came with PTX ISA {first}; this file says .version {version}."
    own = _TARGET.match(target or "")
    last = _TARGET.match(entry.until)
    if own and last and int(own[1]) > int(last[1]):
        return Severity.WARNING, f"{name} is gone after {entry.until}; this file says {target}."
    return None


def objection_to_operands(entry: Entry, count: int, target: str | None) -> tuple[Severity, str] | None:
    """Why ``target`` can't have it with that many operands; ``None`` when nothing speaks against it."""
    _, *wanted = entry.needs.get(f"#{count}", "").split() or ("",)
    if not target or has(target, tuple(wanted)):
        return None
    return (
        Severity.WARNING,
        f"{entry.stem} with {count} operands needs {_in_words(tuple(wanted))}; this file says {target}.",
    )


def _in_words(wanted: tuple[str, ...]) -> str:
    words = []
    for name in wanted:
        if name.endswith("f"):
            words.append(f"the {name} family")
        else:
            words.append(name if name.endswith("a") else f"{name} or later")
    return " or ".join(words)
