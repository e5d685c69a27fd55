from __future__ import annotations

import textwrap

import pytest

from app.isa.amdgcn import parser
from app.model import Kind, Location, Severity
from tests.unit.isa.amdgcn.reading import code, read

COMPILED = textwrap.dedent("""\
    \t.amdgcn_target "amdgpu9.50-amd-amdhsa-unknown-gfx950"
    \t.amdhsa_code_object_version 5
    \t.text
    \t.globl\tadd                             ; -- Begin function add
    \t.type\tadd,@function
    add:                                    ; @add
    .Lfunc_begin0:
    \t.file\t1 "/src/kernels" "add.py"
    \t.loc\t1 6 0 prologue_end              ; add.py:6:0
    \ts_load_dwordx2 s[2:3], s[0:1], 0x0
    \t.loc\t1 0 0 is_stmt 0                 ; :0:0
    \ts_waitcnt lgkmcnt(0)
    .LBB0_1:                                ; =>This Inner Loop Header: Depth=1
    \t.loc\t1 7 9 is_stmt 1                 ; add.py:7:9
    \tv_add_u32_e32 v0, s2, v0 ; a comment
    \ts_cbranch_scc1 .LBB0_1
    \ts_endpgm
    .Lfunc_end0:
    \t.size\tadd, .Lfunc_end0-add
    \t.section\t.rodata,"a",@progbits
    \t.amdhsa_kernel add
    \t\t.amdhsa_group_segment_fixed_size 1024
    \t\t.amdhsa_next_free_vgpr 9
    \t.end_amdhsa_kernel
    \t.text
    \t.set .Ladd.num_vgpr, 9
    \t.section\t.AMDGPU.csdata,"",@progbits
    ; Kernel info:
    ; codeLenInByte = 416
    ; NumVgprs: 9
    ; LDSByteSize: 1024 bytes/workgroup (compile time only)
    ; Occupancy: 8
    \t.text
    \t.amdgpu_metadata
    ---
    amdhsa.kernels:
      - .agpr_count:     0
        .args:
          - .address_space:  global
            .name:           x
            .offset:         0
            .size:           8
            .value_kind:     global_buffer
          - .offset:         8
            .size:           4
            .value_kind:     hidden_block_count_x
        .max_flat_workgroup_size: 256
        .name:           add
        .reqd_workgroup_size:
          - 256
          - 1
          - 1
        .symbol:         add.kd
        .vgpr_count:     9
    amdhsa.target:   amdgpu9.50-amd-amdhsa-unknown-gfx950
    amdhsa.version:
      - 1
      - 2
    ...

    \t.end_amdgpu_metadata
    """)


def test_compiler_output() -> None:
    listing = read(COMPILED)
    assert (listing.isa, listing.target, listing.version, listing.diagnostics) == ("amdgcn", "gfx950", "5", ())
    (kernel,) = listing.routines
    assert (kernel.name, kernel.is_kernel, kernel.line, kernel.end_line) == ("add", True, 6, 17)
    assert code(listing, kernel) == [
        "s_load_dwordx2 s[2:3], s[0:1], 0x0",
        "s_waitcnt lgkmcnt(0)",
        "v_add_u32_e32 v0, s2, v0",
        "s_cbranch_scc1 .LBB0_1",
        "s_endpgm",
    ]
    assert [s.name for s in listing.statements[kernel.first : kernel.last] if s.kind is Kind.LABEL] == [
        ".Lfunc_begin0",
        ".LBB0_1",
    ]


def test_facts_of_a_kernel_carry_where_they_come_from() -> None:
    (kernel,) = read(COMPILED).routines
    facts = {
        "amdhsa.group_segment_fixed_size": "1024",
        "amdhsa.next_free_vgpr": "9",
        "metadata.vgpr_count": "9",
        "metadata.agpr_count": "0",
        "metadata.max_flat_workgroup_size": "256",
        "metadata.reqd_workgroup_size": "256,1,1",
        "comment.Occupancy": "8",
        "comment.NumVgprs": "9",
        "comment.LDSByteSize": "1024",
        "comment.codeLenInByte": "416",
        "symbol.num_vgpr": "9",
    }
    assert {key: kernel.attributes[key] for key in facts} == facts
    assert [(p.name, p.index, p.offset, p.size, p.type) for p in kernel.parameters] == [
        ("x", 0, 0, 8, "global_buffer global"),
        ("", 1, 8, 4, "hidden_block_count_x"),
    ]


def test_line_table_and_the_line_that_is_none() -> None:
    listing = read(COMPILED)
    where = {s.line: place for s, place in zip(listing.statements, listing.locations, strict=True)}
    assert where[10] == Location("add.py", 6, 0)
    assert where[12] is None
    assert where[15] == Location("add.py", 7, 9)


@pytest.mark.parametrize(
    "file, place",
    [
        ('.file 1 "dir" "a.py" md5 0x0123456789abcdef0123456789abcdef', Location("a.py", 3, 5)),
        ('.file 1 "a.hip"', Location("a.hip", 3, 5)),
        ('.file 0 "dir" "b.py"', Location("1", 3, 5)),
    ],
)
def test_forms_of_file(file: str, place: Location) -> None:
    listing = read(f"{file}\n.loc 1 3 5\ns_nop 0\n")
    assert listing.locations[-1] == place


@pytest.mark.parametrize(
    "line, target",
    [
        ('.amdgcn_target "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-"', "gfx90a"),
        ('.amdgcn_target "amdgcn-amd-amdhsa-unknown-gfx9-4-generic"', "gfx9-4-generic"),
        ('.hsa_code_object_isa 9,0,10,"AMD","AMDGPU"', "gfx90a"),
        (".amdgpu_metadata\namdhsa.target: 'amdgcn-amd-amdhsa--gfx1100'\n.end_amdgpu_metadata", "gfx1100"),
        ("s_nop 0", None),
    ],
)
def test_target(line: str, target: str | None) -> None:
    assert read(line + "\n").target == target


def test_bare_instructions_are_one_nameless_kernel() -> None:
    listing = read("v_mov_b32 v0, 1\n\ns_barrier\n")
    (kernel,) = listing.routines
    assert (kernel.name, kernel.is_kernel, kernel.line, kernel.end_line) == ("", True, 1, 3)


def test_comments_of_every_kind() -> None:
    listing = read(
        "/* one\n s_nop 9\n*/ s_nop 0 // two\ns_nop /* three */ 1 ; four\n# five\n;;#ASMSTART\ns_nop 2\n;;#ASMEND\n"
    )
    assert code(listing) == ["s_nop 0", "s_nop 1", "s_nop 2"]
    assert [s.line for s in listing.statements] == [3, 4, 7]
    assert listing.diagnostics == ()


def test_strings_may_hold_comment_marks() -> None:
    listing = read('.ascii "a;b//c/*d"\ns_nop 0\n')
    assert [(s.name, s.args) for s in listing.statements] == [(".ascii", '"a;b//c/*d"'), ("s_nop", "0")]


def test_a_comment_that_names_a_register_stays() -> None:
    assert parser.statement("v_mov_b32 v4 /*v260*/, v1 /* not a name */").args == "v4 /*v260*/, v1"


def test_labels_may_share_a_line_with_code() -> None:
    listing = read("a: b: s_nop 0\n")
    assert [(s.kind, s.name) for s in listing.statements] == [
        (Kind.LABEL, "a"),
        (Kind.LABEL, "b"),
        (Kind.INSTRUCTION, "s_nop"),
    ]


def test_dual_issue_is_one_statement() -> None:
    statement = parser.statement("v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v2, v3, v4")
    assert (statement.name, statement.args) == ("v_dual_mov_b32", "v0, v1 :: v_dual_add_f32 v2, v3, v4")


@pytest.mark.parametrize("text", ["s_nop 0", "  s_nop 0 ; x", "s_nop 0 // x", "lbl: s_nop 0", "/* a */ s_nop 0"])
def test_one_statement(text: str) -> None:
    statement = parser.statement(text)
    assert (statement.kind, statement.name, statement.args) == (Kind.INSTRUCTION, "s_nop", "0")


def test_preprocessor_lines_are_directives() -> None:
    listing = read('#define N 4\n#if N > 2\ns_nop 0\n#endif\n# 1 "kernel.s"\n')
    assert [s.name for s in listing.statements] == ["#define", "#if", "s_nop", "#endif"]
    assert listing.diagnostics == ()


def test_device_function_and_kernel() -> None:
    listing = read(
        ".type f,@function\nf:\n s_setpc_b64 s[30:31]\n.size f, 4\n.type k,@function\nk:\n s_endpgm\n.size k, 4\n"
        ".amdhsa_kernel k\n.end_amdhsa_kernel\n"
    )
    assert [(r.name, r.is_kernel, r.line, r.end_line) for r in listing.routines] == [
        ("f", False, 2, 3),
        ("k", True, 6, 7),
    ]


def test_what_is_no_assembly_is_said_at_its_line() -> None:
    listing = read("s_nop 0\nsome words here\n")
    (remark,) = listing.diagnostics
    assert (remark.line, remark.severity) == (2, Severity.WARNING)
    assert listing.statements[-1].kind is Kind.UNREADABLE


@pytest.mark.parametrize(
    "cut, line",
    [
        ("s_nop 0\n/* never closed\n", 2),
        (".amdgpu_metadata\namdhsa.kernels:\n", 1),
        (".amdhsa_kernel k\n.amdhsa_next_free_vgpr 3\n", 1),
        (".macro m a\ns_nop \\a\n", 1),
        (".rept 4\ns_nop 0\n", 1),
        (".type k,@function\nk:\n s_nop 0\n v_mov_b32 v0, v1\n", 4),
        ("s_nop 0\n v_mov_b32 v[0:\n", 2),
        ("s_nop 0\n v_add_f32 v0, v1,\n", 2),
    ],
)
def test_a_file_cut_off(cut: str, line: int) -> None:
    listing = read(cut)
    assert [remark.line for remark in listing.diagnostics] == [line]
    assert listing.statements


def test_every_line_keeps_its_number() -> None:
    lines = ["s_nop 0", "", "; x", "a:", "/* 1", "2 */", "s_nop 1", ".rept 2", "s_nop 2", ".endr", "s_nop 3"]
    listing = read("\r\n".join(lines))
    assert [s.line for s in listing.statements if s.kind is Kind.INSTRUCTION] == [1, 7, 9, 9, 11]
