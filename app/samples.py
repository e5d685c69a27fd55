"""The samples folder → titled pairs, each with its two files and its kernel's source."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app import paths, tables
from app.errors import NotFound


@dataclass(frozen=True, slots=True)
class Sample:
    """One pair that comes with the program."""

    name: str
    title: str
    about: str

    @property
    def left(self) -> Path:
        """The PTX side's file."""
        return paths.SAMPLES / self.name / "sm_100.ptx"

    @property
    def right(self) -> Path:
        """The AMD side's file."""
        return paths.SAMPLES / self.name / "gfx950.amdgcn"

    @property
    def source(self) -> Path | None:
        """The kernel source that both sides were compiled from, where there is one."""
        path = paths.SAMPLES / self.name / "kernel.py"
        return path if path.exists() else None


@cache
def samples() -> tuple[Sample, ...]:
    """All samples in the order of ``samples.toml``."""
    table = paths.SAMPLES / "samples.toml"
    return tuple(
        tables.row(Sample, values, f"{table.name}: {name}", name=name) for name, values in tables.load(table).items()
    )


def sample(name: str) -> Sample:
    """The sample called ``name``; raises ``NotFound``."""
    for entry in samples():
        if entry.name == name:
            return entry
    raise NotFound(f"There is no sample called {name!r}.")
