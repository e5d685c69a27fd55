"""Every instruction that the tables know can be annotated, with something to say in each part."""

from __future__ import annotations

import json

import pytest

from app.annotate import annotate_text, explain_text, to_json
from app.isa import isas
from app.isa.base import Isa
from app.operations import vocabulary


@pytest.mark.parametrize("isa", isas(), ids=lambda isa: isa.name)
def test_every_mnemonic(isa: Isa) -> None:
    incomplete = []
    for name in isa.mnemonics():
        found = annotate_text(name, isa, None)
        json.dumps(to_json(found))
        explain_text(found)
        complete = found.known and found.summary and found.operation in vocabulary() and found.counterparts
        if not complete or found.operation == "unknown" or not found.reference:
            incomplete.append(name)
    assert not incomplete


@pytest.mark.parametrize("isa", isas(), ids=lambda isa: isa.name)
def test_costs_are_figures_or_none(isa: Isa) -> None:
    for name in isa.mnemonics():
        cost = annotate_text(name, isa, None).cost
        if cost is not None:
            figures = [figure for figure in (cost.cycles, cost.flops, cost.bytes) if figure is not None]
            assert figures, name
            assert all(figure > 0 for figure in figures), name
            assert cost.unit, name
            assert cost.source, name
