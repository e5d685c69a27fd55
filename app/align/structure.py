"""Two kernels → links between work that their structure shows to be the same."""

from __future__ import annotations

from dataclasses import replace

from app.align import fragments, graph
from app.align.clusters import Clusters, cluster
from app.align.copies import copies, speak_for_each_other
from app.align.equivalent import claim
from app.align.features import describe
from app.align.grouping import Group, group
from app.align.likelihood import Model, likelihood
from app.align.links import Basis, Link
from app.align.ordering import ORDERING
from app.align.vocabulary import Vocabulary
from app.model import Diagnostic, Severity
from app.program import Kernel

_ALIKE = 0.4
"""Least share of its work that a kernel has in common with a related one: of 62 related pairs 61 have more."""
_DOUBT = 0.3
"""What is left, at least, of the confidence in links between kernels that have little in common."""
_FEW = 40
"""Instructions up to which code outside any kernel counts as a snippet: too little for its dataflow to tell."""


Sides = tuple[Clusters, Clusters]


def read(left: Kernel, right: Kernel) -> tuple[Sides, Vocabulary]:
    """The work of both kernels in clusters, and the vocabulary of their facts."""
    vocabulary = Vocabulary()
    ours, theirs = left.routine.parameters, right.routine.parameters
    sides = (
        cluster(graph.read(left, vocabulary, ours or theirs)),
        cluster(graph.read(right, vocabulary, theirs or ours)),
    )
    return sides, vocabulary


def links(left: Kernel, right: Kernel, sides: Sides, vocabulary: Vocabulary) -> tuple[list[Link], list[Diagnostic]]:
    """One link for each group of clusters that belong together.

    The diagnostics say where code was too large for more than a coarse look, and where the two have little in common.
    """
    if any(not kernel.name and len(kernel.instructions) <= _FEW for kernel in (left, right)):
        message = "Too little code for its dataflow to tell: paired by the table of equivalences alone."
        return fragments.links(left, right), [Diagnostic(left.routine.line, Severity.INFO, message)]
    found = [_link(each, sides, vocabulary) for each in match(sides)]
    remarks = _too_large(left, sides[0]) + _too_large(right, sides[1])
    for kernel, side in zip((left, right), sides, strict=True):
        if not _amount(side):
            message = f"{kernel.name or 'This kernel'} does no work that could be matched."
            return found, [*remarks, Diagnostic(kernel.routine.line, Severity.INFO, message)]
    common = _common(found, sides)
    if common < _ALIKE:
        doubt = max(_DOUBT, common / _ALIKE)
        found = [replace(link, confidence=round(link.confidence * doubt, 2)) for link in found]
        message = (
            f"{left.name or 'This kernel'} and {right.name or 'the other'} have little in common: take links with care."
        )
        remarks.append(Diagnostic(left.routine.line, Severity.WARNING, message))
    return found, remarks


def _too_large(kernel: Kernel, side: Clusters) -> list[Diagnostic]:
    if not side.coarse:
        return []
    message = (
        f"{kernel.name or 'This kernel'} is too large for more than a coarse look: copies of an operation"
        " are told apart by loop, argument and class alone."
    )
    return [Diagnostic(kernel.routine.line, Severity.INFO, message)]


def match(sides: Sides, model: Model | None = None) -> list[Group]:
    """Weighs the evidence for each pair of clusters and joins what fits."""
    chance = likelihood(*sides, *describe(*sides), model)
    chance = speak_for_each_other(chance, copies(sides[0]), copies(sides[1]))
    return group(chance, sides[0].sizes, sides[1].sizes)


def _amount(side: Clusters) -> int:
    """Statements of work that every kernel has some of, waits and barriers, left out."""
    return sum(len(side.statements(n)) for n, kind in enumerate(side.kind) if kind not in ORDERING)


def _common(found: list[Link], sides: tuple[Clusters, Clusters]) -> float:
    """The share of work that is linked, each link counted by its confidence, on the side that has less of it linked."""
    shares = []
    for side, name in zip(sides, ("left", "right"), strict=True):
        counted = {index for n, kind in enumerate(side.kind) if kind not in ORDERING for index in side.statements(n)}
        linked = sum(
            link.confidence
            for link in found
            for index in (link.left if name == "left" else link.right)
            if index in counted
        )
        shares.append(linked / max(1, len(counted)))
    return min(shares)


def _link(each: Group, sides: tuple[Clusters, Clusters], vocabulary: Vocabulary) -> Link:
    (left, right) = sides
    ours = _statements(left, each.left)
    theirs = _statements(right, each.right)
    said = claim(left.graph.kernel, ours, right.graph.kernel, theirs)
    reason = f"{_evidence(each, sides, vocabulary)} {said.caveat}".strip()
    return Link(
        ours, theirs, said.operation, said.relation, Basis.STRUCTURE, round(min(each.likelihood, 0.99), 2), reason
    )


def _statements(side: Clusters, numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(index for number in numbers for index in side.statements(number)))


def _evidence(each: Group, sides: tuple[Clusters, Clusters], vocabulary: Vocabulary) -> str:
    """The facts that both sides of a group share, in a sentence."""
    masks = []
    for side, numbers in zip(sides, (each.left, each.right), strict=True):
        places = [place for number in numbers for place in side.members[number]]
        facts = side.graph.facts
        masks.append(
            [
                _or(side.graph.base, places),
                _or(side.graph.arguments, places),
                _or(side.graph.constants, places),
                _or(facts["up"], places),
                _or(facts["down"], places),
            ]
        )
    base, arguments, constants, up, down = (vocabulary.words(one & other) for one, other in zip(*masks, strict=True))
    parts = []
    if base:
        parts.append(f"the address derives from {_listed(base)}")
    elif arguments:
        parts.append(f"works with {_listed(arguments)}")
    if constants:
        parts.append(f"works with {_listed(constants)}")
    above, below = ("after", "before") if sides[0].kind[each.left[0]] in ORDERING else ("fed by", "feeds")
    if up:
        parts.append(f"{above} {_listed(up)}")
    if down:
        parts.append(f"{below} {_listed(down)}")
    return f"On both sides: {'; '.join(parts)}." if parts else "They stand at the same place in both kernels."


def _or(column: list[int], places: list[int]) -> int:
    found = 0
    for place in places:
        found |= column[place]
    return found


def _listed(words: list[str]) -> str:
    shown = [word.replace("_", " ") for word in words[:3]]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
