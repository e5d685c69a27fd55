from __future__ import annotations

import textwrap

from app.isa.amdgcn import flow
from app.model import Kind, Transfer
from tests.unit.isa.amdgcn.reading import code, read

OBJDUMP = textwrap.dedent("""\

    a.o:\tfile format elf64-amdgpu

    Disassembly of section .text:

    0000000000001900 <k>:
    \ts_load_dwordx2 s[2:3], s[0:1], 0x0                         // 000000001900: C0060080 00000000
    \tv_add_u32_e32 v0, 1, v0                                    // 000000001908: 68000081
    \ts_cbranch_scc1 65534                                       // 00000000190C: BF85FFFE <k+0x8>
    \ts_branch 1                                                 // 000000001910: BF820001 <l>

    0000000000001914 <mid>:
    \ts_nop 0                                                    // 000000001914: BF800000

    0000000000001918 <l>:
    \ts_endpgm                                                   // 000000001918: BF810000
    \ts_nop 0                                                    // 00000000191C: BF800000

    0000000000001920 <f>:
    \ts_setpc_b64 s[30:31]                                       // 000000001920: BE801D1E
    """)


def test_a_listing_of_llvm_objdump() -> None:
    listing = read(OBJDUMP)
    assert listing.diagnostics == ()
    assert [(r.name, r.is_kernel) for r in listing.routines] == [("k", True), ("f", False)]
    assert code(listing)[2:4] == ["s_cbranch_scc1 65534 <k+0x8>", "s_branch 1 <l>"]


def test_distances_become_labels() -> None:
    listing = read(OBJDUMP)
    branch = next(s for s in listing.statements if s.name == "s_cbranch_scc1")
    goes = flow.flow(branch)
    assert (goes.transfer, goes.labels) == (Transfer.BRANCH, ("k+0x8",))
    index = next(i for i, s in enumerate(listing.statements) if s.kind is Kind.LABEL and s.name == "k+0x8")
    assert listing.statements[index + 1].name == "v_add_u32_e32"


def test_addresses_in_front_and_symbolised_operands() -> None:
    listing = read("<L0>:\n  1900: C0060080 00000000  s_load_dwordx2 s[2:3], s[0:1], 0x0\n/*1908*/ s_branch L0\n")
    assert code(listing) == ["s_load_dwordx2 s[2:3], s[0:1], 0x0", "s_branch L0"]
    assert listing.diagnostics == ()


def test_numeric_labels_are_told_apart() -> None:
    listing = read("1:\ns_nop 0\ns_cbranch_scc0 1b\ns_cbranch_scc1 1f\n1:\ns_cbranch_vccz 1b\ns_endpgm\n")
    goes = [flow.flow(s).labels for s in listing.statements if s.name.startswith("s_cbranch")]
    assert goes == [("1:1",), ("1:5",), ("1:5",)]
    assert [s.line for s in listing.statements if s.kind is Kind.LABEL and s.name == "1:5"] == [5]


def test_a_shader_dump() -> None:
    listing = read(
        "shader main\n  asic(GFX10)\n  type(CS)\n  wave_size(64)\n"
        "  s_cbranch_scc0  label_0008       // 000000000000: BF840001\nlabel_0008:\n  s_endpgm\nend\n"
    )
    assert listing.diagnostics == ()
    assert [(r.name, r.is_kernel) for r in listing.routines] == [("main", True)]
    assert code(listing) == ["s_cbranch_scc0 label_0008", "s_endpgm"]
