from __future__ import annotations

import json

import pytest

from app.annotate import annotate, annotate_text, counterparts, explain_text, to_json
from app.isa import get
from app.operations import Relation

CONTRACT = {
    "text",
    "isa",
    "target",
    "mnemonic",
    "known",
    "operation",
    "summary",
    "modifiers",
    "operands",
    "counterparts",
    "cost",
    "reference",
}


def of(isa: str, text: str, target: str | None = None):
    return annotate_text(text, get(isa), target)


def test_json_has_the_contracts_keys() -> None:
    found = to_json(of("amdgcn", "v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[0:15]", "gfx942"))
    assert set(found) >= CONTRACT
    assert json.loads(json.dumps(found)) == found
    assert found["known"] is True
    assert found["mnemonic"] == "v_mfma_f32_32x32x8f16"
    assert found["operation"] == "matrix.mma"
    assert found["cost"] == {
        "cycles": 32,
        "flops": 16384,
        "bytes": None,
        "unit": "one wave",
        "source": found["cost"]["source"],
    }
    assert {"text", "role", "access", "meaning"} == set(found["operands"][0])
    assert {"isa", "mnemonics", "relation", "caveat"} <= set(found["counterparts"][0])


def test_nearest_relation_comes_first() -> None:
    relations = [each.relation for each in of("amdgcn", "s_barrier", "gfx942").counterparts]
    assert relations == sorted(relations, key=list(Relation).index)
    assert relations[0] is Relation.SAME_ROLE


def test_nothing_on_the_other_side_is_said_with_a_reason() -> None:
    (found,) = to_json(of("ptx", "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%tmem], 128;"))[
        "counterparts"
    ]
    assert (found["isa"], found["mnemonics"], found["relation"]) == ("amdgcn", [], "none")
    assert "amdhsa_next_free_vgpr" in found["caveat"]


def test_an_unknown_mnemonic_is_a_value() -> None:
    found = of("amdgcn", "v_mfma_f32_32x32x8_f61 v[0:15], v[16:17], v[18:19], v[0:15]", "gfx942")
    assert not found.known
    assert found.operation == "unknown"
    assert found.counterparts == ()
    assert found.cost is None
    assert "v_mfma_f32_32x32x8_f16" in found.near
    assert "Not a known mnemonic" in explain_text(found)


def test_operands_can_decide_the_operation() -> None:
    plain = of("amdgcn", "buffer_load_dword v0, v1, s[0:3], 0 offen", "gfx942")
    direct = of("amdgcn", "buffer_load_dword v1, s[0:3], 0 offen lds", "gfx942")
    assert plain.operation == "load.global"
    assert direct.operation == "async.copy.lane"
    assert [each.operation for each in plain.counterparts] != [each.operation for each in direct.counterparts]


def test_the_text_is_as_given_or_made_from_its_parts() -> None:
    isa = get("ptx")
    statement = isa.statement("@%p1  bra   $L1;")
    assert annotate(statement, isa, None).text == "@%p1 bra $L1"
    assert of("ptx", "  @%p1  bra   $L1; ").text == "@%p1  bra   $L1;"


def test_text_form_lines_up() -> None:
    text = explain_text(of("amdgcn", "global_load_dwordx4 v[28:31], v[32:33], off", "gfx950"))
    lines = text.splitlines()
    assert lines[0] == "global_load_dwordx4 v[28:31], v[32:33], off"
    assert "cost: 1,024 bytes (one wave of 64 lanes, all active" in text
    start = lines.index("  operands")
    assert (
        len({line.index(word) for line, word in zip(lines[start + 1 :], ("destination", "address"), strict=False)}) == 1
    )
    assert all(len(line) <= 100 for line in lines if "cost:" not in line)


@pytest.mark.parametrize("isa", ["ptx", "amdgcn"])
@pytest.mark.parametrize(
    "text", ["", ";", "@%p", "[", "v_add_f32", "mma.sync", "\x00", "s_waitcnt" + " " * 1000, "é ü"]
)
def test_no_text_breaks_it(isa: str, text: str) -> None:
    found = of(isa, text)
    assert explain_text(found).splitlines()[:1] == ([text.strip()] if text.strip() else [""]) or text == "\x00"
    json.dumps(to_json(found))


def test_counterparts_are_looked_up_once() -> None:
    isa = get("amdgcn")
    assert counterparts(isa, "s_barrier", "gfx942", None) is counterparts(isa, "s_barrier", "gfx942", None)
