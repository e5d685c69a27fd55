"""Kernels whose line tables tell the truth → the weights of the evidence, ``app/align/weights.toml``.

    python benchmarks/fit.py PAIR_DIR … [-o FILE] [--check]

Two clusters of instructions belong together as far as their members come from one source line. A logistic model is
fitted to that for each family of kinds, drawn towards the model of all of them together. ``--check`` leaves each kernel
out in turn and scores its links by the weights of the others: what to expect of kernels that nobody has seen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from numpy.typing import NDArray

from app import isa as registry
from app.align import structure
from app.align.clusters import Clusters
from app.align.features import FEATURES, Matrix, describe
from app.align.likelihood import FAMILIES, SECOND, Model, Weights, chances, families, likelihood, look_again, weigh
from app.align.routines import pair
from app.program import Program, understand
from app.sources import read_source
from benchmarks.alignment import pairs
from benchmarks.linetables import KEY, Place, marks, places, score, without

RIDGE = 0.003
"""Pull towards the common model, as a share of the weight of a family's rows."""
ROUNDS = 25


class Case(NamedTuple):
    """One pair of kernels with what is known of it."""

    name: str
    paths: tuple[Path, Path]
    programs: tuple[Program, Program]
    sides: structure.Sides
    features: Matrix
    same: NDArray[np.bool_]
    truth: Matrix
    """Share of the members of each two clusters that come from one source line."""
    known: NDArray[np.bool_]
    """Pairs of clusters of one kind that the line tables place."""


def read(name: str, left: Path, right: Path) -> Iterable[Case]:
    """The kernels of two files that the product pairs, with the line tables kept from it."""
    programs = (_program(left, "ptx"), _program(right, "amdgcn"))
    tables = places(left, mended=True), places(right, mended=True)
    for each in pair(*programs):
        if each.left is None or each.right is None:
            continue
        sides, _ = structure.read(programs[0].kernels[each.left], programs[1].kernels[each.right])
        features, same = describe(*sides)
        if not same.any():
            continue
        shares = [_shares(side, table) for side, table in zip(sides, tables, strict=True)]
        truth, known = _truth(*shares)
        yield Case(name, (left, right), programs, sides, features, same, truth, known & same)


def _program(path: Path, name: str) -> Program:
    isa = registry.get(name)
    return understand(isa.read(read_source(without(path.read_text(errors="replace")).encode(), path.name)), isa)


def _shares(side: Clusters, table: dict[int, Place]) -> list[dict[Place, int]]:
    """How many of each cluster's members come from each source line."""
    statements = side.graph.kernel.listing.statements
    found: list[dict[Place, int]] = []
    for number in range(len(side.members)):
        counts: dict[Place, int] = {}
        for index in side.statements(number):
            place = table.get(statements[index].line)
            if place is not None:
                counts[place] = counts.get(place, 0) + 1
        found.append(counts)
    return found


def _truth(left: list[dict[Place, int]], right: list[dict[Place, int]]) -> tuple[Matrix, NDArray[np.bool_]]:
    number = {place: n for n, place in enumerate({place for counts in (*left, *right) for place in counts})}
    tables = []
    for side in (left, right):
        table = np.zeros((len(side), max(1, len(number))), dtype=np.float32)
        for row, counts in enumerate(side):
            for place, count in counts.items():
                table[row, number[place]] = count
        tables.append(table)
    sizes = [table.sum(1) for table in tables]
    share: Matrix = tables[0] @ tables[1].T / np.maximum(np.outer(*sizes), 1)
    return share, np.outer(sizes[0] > 0, sizes[1] > 0)


Vector = NDArray[np.float64]
Rows = tuple[Matrix, Matrix, Matrix, NDArray[np.int64]]
"""Evidence, truth, weight and family of each pair of clusters of one kind."""


def rows(case: Case, evidence: Matrix) -> Rows:
    """The pairs of clusters whose truth is known. Each cluster weighs the same, however many pairs it is in."""
    known = case.known
    shares = [known / np.maximum(known.sum(axis, keepdims=True), 1) for axis in (0, 1)]
    weight = (shares[0] + shares[1])[known].astype(np.float32)
    family = np.broadcast_to(families(case.sides[0].kind)[:, None], known.shape)[known]
    return evidence[known[case.same]], case.truth[known], weight, family


def regress(evidence: Matrix, truth: Matrix, weight: Matrix, centre: Vector, ridge: float) -> Vector:
    """Weights, the bias last, by Newton's method; drawn towards ``centre``."""
    x = np.concatenate([evidence, np.ones((len(evidence), 1), dtype=np.float32)], axis=1)
    total = float(weight.sum())
    found = centre.copy()
    pull = np.full(len(centre), ridge * total)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        slope = x.T @ (weight * (chance - truth)) + pull * (found - centre)
        curve = (x * (weight * np.maximum(chance * (1 - chance), 1e-6))[:, None]).T @ x + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        found -= np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-4:
            break
    return found


def look(parts: Sequence[Rows], names: tuple[str, ...]) -> tuple[Weights, ...]:
    """One look's weights: a model of everything, then each family's drawn towards it."""
    evidence, truth, weight, family = (np.concatenate(column) for column in zip(*parts, strict=True))
    centre = regress(evidence, truth, weight, np.zeros(len(names) + 1), RIDGE)
    found = []
    for number in range(len(FAMILIES)):
        own = family == number
        vector = regress(evidence[own], truth[own], weight[own], centre, RIDGE) if own.any() else centre
        found.append(Weights(float(vector[-1]), dict(zip(names, map(float, vector[:-1]), strict=True))))
    return tuple(found)


def fit(cases: Sequence[Case]) -> Model:
    """Both looks. The second is used twice in a row, so it learns from what it makes of the first look, too."""
    first = look([rows(case, case.features) for case in cases], FEATURES)
    seen = [_again(case, _first(case, first)) for case in cases]
    second = look(seen, (*FEATURES, *SECOND))
    once = [_again(case, likelihood(*case.sides, case.features, case.same, (first, second))) for case in cases]
    return first, look([*seen, *once], (*FEATURES, *SECOND))


def _first(case: Case, model: Sequence[Weights]) -> Matrix:
    family = np.broadcast_to(families(case.sides[0].kind)[:, None], case.same.shape)[case.same]
    return chances(weigh(case.features, family, model, FEATURES), case.same)


def _again(case: Case, chance: Matrix) -> Rows:
    return rows(case, np.concatenate([case.features, look_again(*case.sides, chance, case.same)], axis=-1))


def toml(model: Model) -> str:
    """The table that ``app/align/likelihood.py`` reads."""
    lines = ["# Weights of the evidence, fitted by benchmarks/fit.py. See app/align/features.py for what each means."]
    for name, weights in zip(("first", "second"), model, strict=True):
        for family, each in zip(FAMILIES, weights, strict=True):
            lines += ["", f"[{name}.{family}]", f"bias = {each.bias:.3f}", "", f"[{name}.{family}.weights]"]
            lines += [f"{key} = {value:.3f}" for key, value in each.weights.items()]
    return "\n".join(lines) + "\n"


def measure(cases: Sequence[Case], model: Model) -> dict[tuple[str, Path, Path], list[float]]:
    """F1 and K of each pair by the tables as they are, then by mended ones."""
    links: dict[tuple[str, Path, Path], list[tuple[list[int], list[int]]]] = {}
    for case in cases:
        found = links.setdefault((case.name, *case.paths), [])
        statements = [program.listing.statements for program in case.programs]
        for group in structure.match(case.sides, model):
            lines = [
                [statements[number][index].line for place in places for index in side.statements(place)]
                for number, (side, places) in enumerate(zip(case.sides, (group.left, group.right), strict=True))
            ]
            found.append((lines[0], lines[1]))
    answer = {}
    for key, found in links.items():
        figures = []
        for mended in (False, True):
            truth = marks(key[1], mended), marks(key[2], mended)
            whole, keyed = score(*truth, found), score(*truth, found, KEY.__contains__)
            figures += [whole.f1, keyed.f1 if keyed.size else whole.f1]
        answer[key] = figures
    return answer


def check(cases: Sequence[Case]) -> None:
    """Leaves each kernel out in turn and prints the means of its pairs."""
    everything = []
    for name in dict.fromkeys(case.name for case in cases):
        model = fit([case for case in cases if case.name != name])
        figures = list(measure([case for case in cases if case.name == name], model).values())
        everything += figures
        print(f"{name:26s}" + _means(figures), flush=True)
    print(f"mean of {len(everything):3d} pairs          " + _means(everything))


def _means(figures: list[list[float]]) -> str:
    means = [sum(column) / len(figures) for column in zip(*figures, strict=True)]
    return "F1={:.3f} K={:.3f}; by mended tables F1={:.3f} K={:.3f}".format(*means)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    cases = [case for each in pairs(options.folders) for case in read(*each)]
    if options.check:
        check(cases)
        return
    text = toml(fit(cases))
    if options.output:
        options.output.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
