"""Scores the links that structure alone finds against the line tables of both sides.

    python benchmarks/alignment.py PAIR_DIR … [--loc] [--wrong] [--mended]

A PAIR_DIR holds TARGET.ptx and TARGET.amdgcn of one kernel source. Prints precision, recall, F1 and K (F1 over the
key classes alone) a pair, and the means. ``--loc`` leaves the line tables in the text; ``--wrong`` lists, for each
pair, which source lines were taken for which others and which were not linked, with how many instructions of which
class. ``--mended`` scores against line tables in which blocks of inline assembly come from where they start.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.comparison import compare
from app.sources import read_source
from benchmarks.linetables import KEY, Links, Mark, is_right, marks, score, without

TARGETS = (("sm_100", "gfx950"), ("sm_100", "gfx942"), ("sm_90", "gfx942"), ("sm_80", "gfx90a"), ("sm_120", "gfx1201"))


def pairs(folders: list[str]) -> Iterator[tuple[str, Path, Path]]:
    for folder in map(Path, folders):
        for one, other in TARGETS:
            left, right = folder / f"{one}.ptx", folder / f"{other}.amdgcn"
            if left.exists() and right.exists():
                yield folder.resolve().name, left, right


def links(left: Path, right: Path, loc: bool) -> list[tuple[list[int], list[int]]]:
    """The product's links as file lines."""
    texts = [path.read_text(errors="replace") for path in (left, right)]
    sources = [
        read_source((text if loc else without(text)).encode(), path.name)
        for text, path in zip(texts, (left, right), strict=True)
    ]
    found = compare(sources[0], "ptx", sources[1], "amdgcn", use_loc=loc)
    ours, theirs = found.left.listing.statements, found.right.listing.statements
    return [([ours[i].line for i in link.left], [theirs[i].line for i in link.right]) for link in found.alignment.links]


def wrong(left: dict[int, Mark], right: dict[int, Mark], found: Links) -> Iterator[str]:
    """Which source lines were taken for which, commonest first."""
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for mine, theirs in found:
        for side, lines, others, other in (("left", mine, theirs, right), ("right", theirs, mine, left)):
            own = left if side == "left" else right
            for line in lines:
                if line in own and not is_right(own[line], set(others), other):
                    partners = Counter(f"{other[n].file}:{other[n].line}" if n in other else "unplaced" for n in others)
                    counts[
                        side, own[line].kind, f"{own[line].file}:{own[line].line}", partners.most_common(1)[0][0]
                    ] += 1
    for (side, kind, place, partner), count in counts.most_common(12):
        yield f"    {count:5d} {kind:13s} {side:5s} {place} taken for {partner}"


def missing(left: dict[int, Mark], right: dict[int, Mark], found: Links) -> Iterator[str]:
    """Source lines whose instructions have a counterpart and were not linked, commonest first."""
    linked: tuple[set[int], set[int]] = (set(), set())
    for mine, theirs in found:
        linked[0].update(mine)
        linked[1].update(theirs)
    shared = set(left.values()) & set(right.values())
    counts = Counter(
        (name, mark.kind, f"{mark.file}:{mark.line}")
        for name, side, seen in zip(("left", "right"), (left, right), linked, strict=True)
        for line, mark in side.items()
        if mark in shared and line not in seen
    )
    for (name, kind, place), count in counts.most_common(8):
        yield f"    {count:5d} {kind:13s} {name:5s} {place} not linked"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--loc", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--mended", action="store_true")
    options = parser.parse_args()
    totals: list[tuple[float, float]] = []
    for name, left, right in pairs(options.folders):
        truth = marks(left, options.mended), marks(right, options.mended)
        found = links(left, right, options.loc)
        whole, key = score(*truth, found), score(*truth, found, KEY.__contains__)
        if not whole.size:
            continue
        totals.append((whole.f1, key.f1 if key.size else whole.f1))
        print(
            f"{name:26s} {left.name:11s} {right.name:15s} n={whole.size:5d} P={whole.precision:.2f} "
            f"R={whole.recall:.2f} F1={whole.f1:.3f} K={key.f1:.3f}",
            flush=True,
        )
        if options.wrong:
            print("\n".join([*wrong(*truth, found), *missing(*truth, found)]))
    means = [sum(values) / max(1, len(totals)) for values in zip(*totals, strict=True)] or [0, 0]
    print(f"mean of {len(totals)} pairs: F1={means[0]:.3f} K={means[1]:.3f}")


if __name__ == "__main__":
    main()
