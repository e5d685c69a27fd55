"""Every instruction that the tables know can be annotated, with something to say in each part."""

from __future__ import annotations

import json

import pytest

from app import paths
from app.annotate import annotate_text, explain_text, to_json
from app.comparison import compare
from app.isa import isas
from app.isa.base import Isa
from app.operations import vocabulary
from app.pages.annotation import about
from app.pages.sheet import Spread
from app.pages.view import read_view
from app.sources import read_source


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


@pytest.mark.parametrize("name", ["matmul_f16_tma", "matmul_fp8", "matmul_mxfp8", "gemm_int8", "flash_fwd"])
def test_the_panel_reads_the_descriptors_of_a_compiled_kernel(name: str) -> None:
    ptx = read_source((paths.SAMPLES / name / "sm_100.ptx").read_bytes(), "sm_100.ptx")
    spread = Spread(compare(ptx, "ptx", read_source(b"s_endpgm", "empty.s"), "amdgcn"))
    lines = [number for number, line in enumerate(ptx.lines, 1) if "tcgen05.mma." in line]
    assert lines
    for line in lines:
        panel = about(spread, "/c/x", read_view({"L": str(line)}))
        assert panel is not None
        said = {row.role: row.meaning for row in panel.operands}
        assert "Here: M=128" in said["instruction descriptor"]
        assert "swizzle" in said["matrix descriptor B"].partition("Here: ")[2]
        assert any(label == "work" for label, _ in panel.facts)
