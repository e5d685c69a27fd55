"""The samples are free of hazards, and what a separate model says is a wait too few is reported."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from app import paths
from app.hazards import lint
from app.isa import get
from app.model import Severity
from app.program import Kernel, Program, understand
from app.sources import read_source
from tests import outstanding_model as model

SAMPLES = [path for path in sorted(paths.SAMPLES.glob("*/*.*")) if path.suffix in (".amdgcn", ".ptx")]
SAMPLES = [path for path in SAMPLES if path.parent.name != "tcgen05_mfma"]  # single instructions and no kernel
SMALL = [path for path in SAMPLES if path.suffix == ".amdgcn" and path.stat().st_size < 60_000]


def program(path: Path) -> Program:
    isa = get("ptx" if path.suffix == ".ptx" else "amdgcn")
    return understand(isa.read(read_source(path.read_bytes(), path.name)), isa)


def hazards(found: Program) -> set[tuple[int, str, tuple[int, ...]]]:
    return {(each.line, each.rule, each.related) for each in lint(found) if each.severity is not Severity.INFO}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_compilers_output_has_no_hazard(path: Path) -> None:
    assert hazards(program(path)) == set()


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_needed_waits_are_missed(path: Path) -> None:
    original = program(path)
    lines = {s.line: index for index, s in enumerate(original.listing.statements)}
    tried = model.Program(path.read_text(), path.stem)
    met = tried.met_by()
    mutants = [
        (number, waited, words)
        for number, waited, words in tried.mutants()
        if any(tried.early(load, {number: waited}) is not None for load in met.get(number, ()))
    ]
    assert mutants or not re.search("s_wait(?!_alu)", path.read_text())
    for number, waited, words in mutants[:: max(1, len(mutants) // 12)]:
        changed = with_text(original, lines[number + 1], tried.text_of(waited, tried.lines[number]))
        assert hazards(changed), f"line {number + 1}: {words}"


def with_text(original: Program, index: int, text: str) -> Program:
    name, _, args = text.partition(" ")
    statements = list(original.listing.statements)
    statements[index] = statements[index]._replace(name=name, args=args)
    listing = dataclasses.replace(original.listing, statements=tuple(statements))
    kernels = tuple(Kernel(listing, k.isa, k.routine, k.graph, k.nest) for k in original.kernels)
    return Program(listing, original.isa, kernels, ())


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_model_finds_the_samples_right(path: Path) -> None:
    tried = model.Program(path.read_text(), path.stem)
    assert [load for load in tried.loads if tried.early(load, {}) is not None] == []
