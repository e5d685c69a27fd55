"""What a rule finds: one place in a file that is wrong, or that waits for more than it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from app import paths, tables
from app.model import Severity


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding."""

    name: str
    title: str
    severity: Severity
    source: str
    """Where the rule stands, for the reader who doubts it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding at one line."""

    line: int
    rule: str
    """A name in ``rules.toml``."""
    severity: Severity
    message: str
    """Names both places and what to do."""
    related: tuple[int, ...] = ()
    """Other lines that belong to it: the load, the store, the barrier."""


@cache
def rules() -> Mapping[str, Rule]:
    """All rules by name."""
    path = paths.APP / "hazards" / "rules.toml"
    return {
        name: tables.row(Rule, values, f"{path.name}: {name}", name=name) for name, values in tables.load(path).items()
    }
