"""Statements of one kernel → what they look like with registers and labels left open, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.model import Kind
from app.program import Kernel
from app.program.liveness import file_of

ROUNDS = 24
"""Most rounds in which what tells two statements apart may travel along the dataflow."""

_WORD = re.compile(r"%?[A-Za-z_.$][\w.$]*(?:\[\d+(?::\d+)?\])?")
_RANGE = re.compile(r"([A-Za-z]+)\[(\d+)(?::(\d+))?\]$")


@dataclass(slots=True)
class Shapes:
    """One kernel. Lists have one entry a statement of the routine, in order."""

    indices: list[int]
    texts: list[str]
    """The statement with registers by their file and labels by no name."""
    rounds: list[list[int]]
    """Colours: equal where statements and their surroundings, as far as round ``n`` looks, are equal."""


def shapes(kernel: Kernel) -> Shapes:
    """Labels, directives of the body and instructions; line tables and frame notes left out."""
    statements = kernel.listing.statements
    indices = [
        index
        for index in range(kernel.routine.first, kernel.routine.last)
        if statements[index].kind not in (Kind.DIRECTIVE, Kind.OPEN, Kind.CLOSE)
    ]
    labels = {statements[index].name for index in indices if statements[index].kind is Kind.LABEL}
    texts = [_text(kernel, index, labels) for index in indices]
    return Shapes(indices, texts, _rounds(kernel, indices, texts))


def _text(kernel: Kernel, index: int, labels: set[str]) -> str:
    statement = kernel.listing.statements[index]
    if statement.kind is Kind.LABEL:
        return ":"
    effects = kernel.effects(index)
    registers = {*effects.reads, *effects.writes}

    def opened(match: re.Match[str]) -> str:
        word = match[0]
        if word in labels:
            return "<label>"
        if word in registers:
            return f"<{file_of(word)}>"
        whole, _, part = word.partition(".")
        if part and whole in registers:
            return f"<{file_of(whole)}>.{part}"  # half a register
        span = _RANGE.match(word)
        if span and f"{span[1]}{span[2]}" in registers:
            return f"<{span[1]} {int(span[3] or span[2]) - int(span[2]) + 1}>"
        return word

    text = (
        f"{statement.guard} {statement.name} {statement.args}"
        if statement.guard
        else f"{statement.name} {statement.args}"
    )
    return _WORD.sub(opened, text)


def _rounds(kernel: Kernel, indices: Sequence[int], texts: Sequence[str]) -> list[list[int]]:
    """Colours by repeated refinement: a statement's colour takes in those of what feeds it and what it feeds, and as
    which operand: registers of one vector are filled by statements that nothing else tells apart.

    Hashes are of tuples of whole numbers and texts of this process alone; both sides are hashed in one process.
    """
    position = {index: place for place, index in enumerate(indices)}
    feeders: list[tuple[tuple[int, ...], ...]] = []
    users: list[list[tuple[int, int]]] = [[] for _ in indices]
    values = kernel.values
    for place, index in enumerate(indices):
        found = tuple(
            tuple(position[source] for source in values.sources(value)) for value in values.reads.get(index, ())
        )
        feeders.append(found)
        for slot, sources in enumerate(found):
            for source in sources:
                users[source].append((place, slot))
    colours = [hash(text) for text in texts]
    rounds = [colours]
    count = len(set(colours))
    for _ in range(ROUNDS):
        colours = [
            hash(
                (
                    colours[place],
                    tuple(
                        [
                            colours[s[0]] if len(s) == 1 else hash(tuple(sorted([colours[x] for x in s])))
                            for s in feeders[place]
                        ]
                    ),
                    tuple(sorted([hash((colours[user], slot)) for user, slot in users[place]])),
                )
            )
            for place in range(len(indices))
        ]
        rounds.append(colours)
        now = len(set(colours))
        if now == count:
            break
        count = now
    return rounds
