"""How many single-wait mutants of AMD files the lint reports, of those that a separate model says are wrong.

Usage: ``python benchmarks/mutants.py FILE … [--most N]``. A mutant has one counter of one wait left out or
let go on with one more. ``--most`` bounds the mutants of one file, spread over it.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from app import isa as registry
from app.hazards import lint
from app.listing import open_source
from app.model import Severity
from app.program import Kernel, Program, understand
from tests import outstanding_model as model


def measure(path: Path, most: int) -> tuple[int, int, list[str]]:
    """Mutants that are wrong, those reported, and the others in words."""
    raw = path.read_bytes()
    opened = open_source(raw, path.name)
    isa = registry.get(opened.isa)
    program = understand(isa.read(opened.source), isa)
    lines = {s.line: index for index, s in enumerate(program.listing.statements) if s.name.startswith("s_wait")}
    tried = model.Program(raw.decode(), program.listing.target or "")
    met = tried.met_by()
    mutants = list(tried.mutants())
    mutants = mutants[:: max(1, len(mutants) // most)]
    before = _errors(program)
    wrong, reported, missed = 0, 0, []
    for number, waited, words in mutants:
        if not any(tried.early(load, {number: waited}) is not None for load in met.get(number, ())):
            continue
        wrong += 1
        text = tried.text_of(waited, tried.lines[number])
        if _errors(_changed(program, lines[number + 1], text)) - before:
            reported += 1
        else:
            missed.append(f"{path}:{number + 1}: {words}")
    return wrong, reported, missed


def _errors(program: Program) -> set[tuple[int, str, tuple[int, ...]]]:
    return {(each.line, each.rule, each.related) for each in lint(program) if each.severity is not Severity.INFO}


def _changed(program: Program, index: int, text: str) -> Program:
    listing = program.listing
    statements = list(listing.statements)
    name, _, args = text.partition(" ")
    statements[index] = statements[index]._replace(name=name, args=args)
    changed = dataclasses.replace(listing, statements=tuple(statements))
    kernels = tuple(Kernel(changed, k.isa, k.routine, k.graph, k.nest) for k in program.kernels)
    return Program(changed, program.isa, kernels, ())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=100_000)
    arguments = parser.parse_args()
    wrong = reported = 0
    for path in arguments.files:
        if not re.search(rb"s_wait", path.read_bytes()):
            continue
        here, seen, missed = measure(path, arguments.most)
        wrong, reported = wrong + here, reported + seen
        print(*missed, sep="\n", end="\n" if missed else "")
        print(f"{path}: {seen} of {here}", flush=True)
    share = f" = {reported / wrong:.2%}" if wrong else ""
    print(f"reported {reported} of {wrong} mutants that compute something wrong{share}")


if __name__ == "__main__":
    main()
