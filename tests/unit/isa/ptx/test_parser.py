from app.model import Kind, Location, Parameter
from tests.unit.isa.ptx.reading import PTX, instructions, listing, messages

KERNEL = """\
//
.version 8.7
.target sm_90a, debug
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b)
;
.visible .entry k(
	.param .u64 .ptr .global .align 1 p0,
	.param .u8 p1,
	.param .align 8 .b8 p2[12],
	.param .f32 p3
)
.maxntid 128, 1, 1
.minnctapersm 2
{
	.reg .pred %p<3>;
	.loc	1 7 3
$L__BB0_0:
	@!%p1 add.s32 	%r1, %r2, 4; // four
	.loc	1 0 3
	ld.global.v2.f32 {%f1, %f2}, [%rd1+8];
	.loc	1 9 1, function_name $L__info0, inlined_at 1 4 2
	ret;
}
.func (.param .b32 out) helper (.param .b32 in)
{
	ret;
}
	.file	1 "/src/kernel.py"
"""


def test_statements_of_a_kernel():
    found = listing(KERNEL)
    assert (found.target, found.version, found.isa) == ("sm_90a", "8.7", "ptx")
    assert found.diagnostics == ()
    label, add, load, ret, _ = [s for s in found.statements if s.kind in (Kind.LABEL, Kind.INSTRUCTION)]
    assert (label.name, label.line) == ("$L__BB0_0", 18)
    assert (add.guard, add.name, add.args, add.line) == ("@!%p1", "add.s32", "%r1, %r2, 4", 19)
    assert (load.name, load.args) == ("ld.global.v2.f32", "{%f1, %f2}, [%rd1+8]")
    assert ret == (Kind.INSTRUCTION, 23, 23, "ret", "", "")


def test_line_table():
    found = listing(KERNEL)
    places = {s.name: where for s, where in zip(found.statements, found.locations, strict=True) if s.line < 24}
    assert places["add.s32"] == Location("/src/kernel.py", 7, 3)
    assert places["ld.global.v2.f32"] is None
    assert places["ret"] == Location("/src/kernel.py", 9, 1)
    assert found.locations[-3] is None, "a place does not reach into the next routine"


def test_routines():
    kernel, helper = listing(KERNEL).routines
    assert (kernel.name, kernel.line, kernel.end_line, kernel.is_kernel) == ("k", 7, 24, True)
    assert kernel.attributes == {"linkage": "visible", "maxntid": "128, 1, 1", "minnctapersm": "2"}
    assert kernel.parameters == (
        Parameter("p0", 0, 0, 8, "u64.ptr.global"),
        Parameter("p1", 1, 8, 1, "u8"),
        Parameter("p2", 2, 16, 12, "b8[12]"),
        Parameter("p3", 3, 28, 4, "f32"),
    )
    assert (helper.name, helper.is_kernel, helper.attributes["returns"]) == ("helper", False, "b32 out")
    assert [p.name for p in helper.parameters] == ["in"]


def test_statements_over_lines_and_several_on_one():
    text = "add\n.u32\n%r0, // sum\n %r1, %r2; add .s32 %r3, %r4, 1; @ ! %p1\nbra L; L : /* here\n still */ ret;"
    found = listing(text).statements
    assert [(s.kind, s.line, s.end_line, s.name, s.args, s.guard) for s in found] == [
        (Kind.INSTRUCTION, 1, 4, "add.u32", "%r0, %r1, %r2", ""),
        (Kind.INSTRUCTION, 4, 4, "add.s32", "%r3, %r4, 1", ""),
        (Kind.INSTRUCTION, 4, 5, "bra", "L", "@!%p1"),
        (Kind.LABEL, 5, 5, "L", "", ""),
        (Kind.INSTRUCTION, 6, 6, "ret", "", ""),
    ]


def test_scopes_inside_a_body():
    text = "{\n.reg .pred p;\nwaitLoop:\nmov.b32 {a, b}, %r1;\n@!p bra.uni waitLoop;\n}\nmov.b64 %rd1, {%r1,\n%r2};"
    kinds = [s.kind.name for s in listing(text).statements]
    assert kinds == ["OPEN", "DIRECTIVE", "LABEL", "INSTRUCTION", "INSTRUCTION", "CLOSE", "INSTRUCTION"]
    assert messages(text) == []


def test_module_directives_on_one_line():
    found = listing(".version 9.0 .target sm_100a .address_size 64 .entry k() { ret; }")
    assert (found.target, found.version) == ("sm_100a", "9.0")
    assert [r.name for r in found.routines] == ["k"]
    assert found.diagnostics == ()


def test_a_list_may_go_on_and_modifiers_may_be_upper_case():
    assert listing(".version 8.0\n.target sm_89,\n debug\nret;").target == "sm_89"
    mnemonic = "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0"
    (found,) = instructions(f"{mnemonic}\n{{%f0}}, {{%r1}}, {{%r2}}, {{%f0}}, %r3, {{0,\n0}}, %r4, {{0, 0}};")
    assert (found.name, found.line, found.end_line) == (mnemonic, 1, 3)


def test_a_missing_semicolon_ends_at_the_next_statement():
    text = "cp.async.bulk.commit_group\nmbarrier.try_wait.parity.b64 %p, [%bar], %phase;\nmov.u32 %r1, 0\n}"
    assert [(s.name, s.line, s.end_line) for s in instructions(text)] == [
        ("cp.async.bulk.commit_group", 1, 1),
        ("mbarrier.try_wait.parity.b64", 2, 2),
        ("mov.u32", 3, 3),
    ]
    assert [line for line, _ in messages(text)] == [1, 3]


def test_bare_instructions_are_one_nameless_kernel():
    (routine,) = listing("// cut out\nadd.u32 %r1, %r2, %r3;\nret;").routines
    assert (routine.name, routine.line, routine.end_line, routine.is_kernel) == ("", 2, 3, True)


def test_a_cut_off_file_keeps_what_came_before():
    text = ".version 7.0\n.target sm_80\n.entry k()\n{\nmov.u32 %r1, 1;\nld.global.u32 %r2, [%r"
    found = listing(text)
    assert [s.name for s in instructions(text)] == ["mov.u32", "ld.global.u32"]
    assert [r.name for r in found.routines] == ["k"]
    assert {remark.line for remark in found.diagnostics} == {3, 6}


def test_debug_sections_and_initialisers_are_no_instructions():
    text = (
        ".section .debug_str {\n.b8 27 // abbreviation\n.b32 .debug_abbrev\n$L__str:\n}\n.section\t.debug_macinfo\t{\t}\n"  # noqa: E501
        ".global .align 1 .b8 $str[3] = {37, 115};\n@@DWARF .byte 1\n"
    )
    assert [s.kind.name for s in listing(text).statements] == [
        "DIRECTIVE", "OPEN", "DIRECTIVE", "DIRECTIVE", "LABEL", "CLOSE", "DIRECTIVE", "OPEN", "CLOSE", "DIRECTIVE",
        "DIRECTIVE",
    ]  # fmt: skip
    assert messages(text) == []


def test_branch_targets_are_noted_at_the_branch():
    text = "brx.idx %r1, ways;\nways: .branchtargets L1, L2;\nL1: ret;\nL2: ret;"
    (branch, *_) = instructions(text)
    assert branch.args == "%r1, ways /*L1, L2*/"
    assert PTX.flow(branch).labels == ("L1", "L2")
    assert PTX.effects(branch, None).reads == ("%r1",)


def test_registers_without_percent_are_told_from_symbols():
    text = ".reg .b64 addr, r<3>;\nld.u32 v, [addr];\nld.u32 v, [table];\n"
    text += "mov.u64 r1, r2;\nmov.u64 r1, table;\nmov.u64 r1, r7;"
    reads = [PTX.effects(s, None).reads for s in instructions(text)]
    assert reads == [("addr",), (), ("r2",), (), ()]


def test_old_ptx():
    text = ".version 1.4\n.target sm_13\n.entry k (\n.param .u32 __cudaparm_n)\n{\n.reg .u16 $rh<5>;\nmov.u16 $rh1, %ctaid.x;\n}"  # noqa: E501
    found = listing(text)
    assert found.diagnostics == ()
    assert PTX.effects(instructions(text)[0], None)[:2] == (("%ctaid.x",), ("$rh1",))


def test_a_mnemonic_that_the_target_lacks():
    text = ".version 8.0\n.target sm_90\ntcgen05.wait::ld.sync.aligned;\nmoov.u32 %r1, 1;"
    (line, lacks), (other, unknown) = messages(text)
    assert (line, other) == (3, 4)
    assert (
        lacks
        == "tcgen05.wait::ld needs sm_100a or the sm_100f family or sm_110a or the sm_110f family; this file says sm_90."  # noqa: E501
    )
    assert "no PTX instruction" in unknown
    assert "mov" in unknown


def test_one_statement():
    assert PTX.statement("@%p1 bra.uni $L1 // on").name == "bra.uni"
    assert PTX.statement("{ .reg .pred p; setp.eq.u32 p, %r1, 0; }").name == "setp.eq.u32"
    assert PTX.statement("tcgen05.wait::ld.sync.aligned").kind is Kind.INSTRUCTION
    assert PTX.statement("???").kind is Kind.UNREADABLE
    assert PTX.statement("").kind is Kind.UNREADABLE
