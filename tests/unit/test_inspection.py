from __future__ import annotations

import json

from app.inspection import as_text, inspect
from app.isa import get
from app.program import understand
from app.sources import read_source

AMD = """\
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	k
	.type	k,@function
k:
	s_mov_b32 s0, 0
	global_load_dword v1, v0, s[2:3]
.LBB0_1:
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v1, v1, v1
	s_add_i32 s0, s0, 1
	s_cmp_lt_i32 s0, 4
	s_cbranch_scc1 .LBB0_1
	global_store_dword v0, v1, s[2:3]
	s_endpgm
"""


def program(isa: str, text: str):
    reader = get(isa)
    return understand(reader.read(read_source(text.encode(), "k.s")), reader)


def test_the_contracts_keys() -> None:
    found = inspect(program("amdgcn", AMD))
    assert json.loads(json.dumps(found)) == found
    assert (found["isa"], found["target"], found["lines"]) == ("amdgcn", "gfx942", 15)
    (kernel,) = found["kernels"]
    assert (kernel["name"], kernel["line"], kernel["instructions"]) == ("k", 5, 9)
    assert [(block["line"], block["successors"]) for block in kernel["blocks"]] == [(6, [8]), (8, [14, 8]), (14, [])]
    (loop,) = kernel["loops"]
    assert (loop["line"], loop["end_line"], loop["depth"], loop["rounds"], loop["bound"]) == (8, 13, 1, 4, None)
    assert loop["flops"] == 64
    assert kernel["flops"] == 256
    assert kernel["bytes"] == {"global_load": 256, "global_store": 256}
    assert kernel["operations"]["load.global"] == 1
    (wait,) = kernel["waits"]
    assert (wait["line"], wait["counter"], wait["value"], wait["waits_for"]) == (9, "vmcnt", 0, [7])
    assert set(kernel["resources"]) >= {"vgpr", "agpr", "sgpr", "lds_bytes", "scratch_bytes", "waves_per_simd"}


def test_what_is_not_known_is_null() -> None:
    (kernel,) = inspect(program("amdgcn", AMD.replace("s_cmp_lt_i32 s0, 4", "s_cmp_lt_i32 s0, s9")))["kernels"]
    assert kernel["flops"] is None
    assert kernel["loops"][0]["rounds"] is None
    assert kernel["loops"][0]["flops"] == 64
    assert kernel["resources"]["lds_bytes"] is None
    assert kernel["resources"]["scratch_bytes"] is None


def test_text() -> None:
    text = as_text(program("amdgcn", AMD))
    assert text.splitlines()[0] == "k.s: amdgcn gfx942, 15 lines, 1 kernel"
    assert "loop 8-13, depth 1, 4 rounds: 64 FLOP" in text


def test_device_functions_are_no_kernels() -> None:
    text = ".version 8.0\n.target sm_90\n.address_size 64\n.func f()\n{\n\tret;\n}\n.entry k()\n{\n\tret;\n}\n"
    assert [kernel["name"] for kernel in inspect(program("ptx", text))["kernels"]] == ["k"]
