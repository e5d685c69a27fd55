from __future__ import annotations

import textwrap

import pytest

from app.isa.amdgcn.expressions import value
from app.model import Kind
from tests.unit.isa.amdgcn.reading import code, read


def test_a_call_stands_for_its_body_on_the_line_of_the_call() -> None:
    listing = read(
        textwrap.dedent("""\
            .macro put reg, from=7
                v_mov_b32 v[\\reg], \\from
                v_mov_b32 v[\\reg+1], v\\from
            .endm
            k:
            put 4
            put 8, from=2
            s_endpgm
            """)
    )
    (kernel,) = listing.routines
    assert code(listing, kernel) == [
        "v_mov_b32 v[4], 7",
        "v_mov_b32 v[4+1] /*v5*/, v7",
        "v_mov_b32 v[8], 2",
        "v_mov_b32 v[8+1] /*v9*/, v2",
        "s_endpgm",
    ]
    assert [s.line for s in listing.statements[kernel.first : kernel.last]] == [6, 6, 6, 7, 7, 7, 8]
    assert listing.diagnostics == ()


def test_arguments_by_white_space_and_nested_calls() -> None:
    listing = read(
        ".macro one a b\n s_mov_b32 s\\a, \\b\n.endm\n"
        ".macro two a\n one \\a 1\n one \\a, 2\n.endm\nk:\n two 5\n s_endpgm\n"
    )
    assert code(listing, listing.routines[0]) == ["s_mov_b32 s5, 1", "s_mov_b32 s5, 2", "s_endpgm"]


def test_repetition_with_a_counting_symbol() -> None:
    listing = read("_v = 3\n.rept 3\n v_mov_b32 v[_v], 0\n _v = _v + 1\n.endr\n")
    assert code(listing) == [f"v_mov_b32 v[_v] /*v{n}*/, 0" for n in (3, 4, 5)]
    assert {s.line for s in listing.statements if s.kind is Kind.INSTRUCTION} == {3}


def test_irp_reads_its_body_once_for_each_word() -> None:
    listing = read("k:\n.irp n, 1, 2\n s_nop \\n\n.endr\n s_endpgm\n")
    assert code(listing, listing.routines[0]) == ["s_nop 1", "s_nop 2", "s_endpgm"]


@pytest.mark.parametrize(
    "condition, taken",
    [
        ("x == 1", ["s_nop 1"]),
        ("x - 1", ["s_nop 2"]),
        ("(x << 2) > 3 && 1", ["s_nop 1"]),
        ("unknown", ["s_nop 1", "s_nop 2"]),
    ],
)
def test_conditions(condition: str, taken: list[str]) -> None:
    listing = read(f".set x, 1\nk:\n.if {condition}\n s_nop 1\n.else\n s_nop 2\n.endif\n s_endpgm\n")
    assert code(listing, listing.routines[0]) == [*taken, "s_endpgm"]


def test_elseif_takes_the_first_that_holds() -> None:
    text = ".set x, {}\nk:\n.if x == 1\n s_nop 1\n.elseif x == 2\n s_nop 2\n.else\n s_nop 3\n.endif\n s_endpgm\n"
    for number in (1, 2, 3):
        listing = read(text.format(number))
        assert code(listing, listing.routines[0]) == [f"s_nop {number}", "s_endpgm"]


def test_what_is_not_assembled_is_no_instruction_of_the_routine() -> None:
    listing = read("k:\n s_nop 0\n.if 0\n s_nop 1\n.endif\n.macro m\n s_nop 2\n.endm\n s_endpgm\n")
    (kernel,) = listing.routines
    assert code(listing, kernel) == ["s_nop 0", "s_endpgm"]
    inert = [s for s in listing.statements if s.line in (4, 7)]
    assert [(s.kind, s.name) for s in inert] == [(Kind.DIRECTIVE, "s_nop")] * 2


def test_the_version_of_the_target_decides_conditions() -> None:
    text = '.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n'
    text += ".if .amdgcn.gfx_generation_number == 9\ns_nop 1\n.else\ns_nop 2\n.endif\n"
    assert code(read(text), read(text).routines[0]) == ["s_nop 1"]


def test_macros_that_call_themselves_end() -> None:
    listing = read(".macro m\n s_nop 0\n m\n m\n.endm\n m\n")
    assert any("not expanded" in remark.message for remark in listing.diagnostics)


def test_a_local_label_of_a_macro_is_its_own_each_time() -> None:
    listing = read(".macro m\nl\\@:\n s_cbranch_scc0 l\\@\n.endm\nk:\n m\n m\n s_endpgm\n")
    (kernel,) = listing.routines
    labels = [s.name for s in listing.statements[kernel.first : kernel.last] if s.kind is Kind.LABEL]
    assert labels == ["l1", "l2"]
    assert code(listing, kernel) == ["s_cbranch_scc0 l1", "s_cbranch_scc0 l2", "s_endpgm"]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("0x10 | 1", 17),
        ("010", 8),
        ("~0 & 0xff", 255),
        ("1 << 4 + 1", 17),
        ("2 == 2", -1),
        ("a + 1", 6),
        ("b", None),
        ("1 / 0", None),
        ("1 +", None),
        ("1 << 100", None),
        ("(" * 500, None),
    ],
)
def test_expressions(text: str, expected: int | None) -> None:
    assert value(text, {"a": 5}) == expected


def test_nested_repetitions() -> None:
    listing = read("n = 0\n.rept 2\n.rept 3\n v_mov_b32 v[n], 0\n n = n + 1\n.endr\n s_nop 0\n.endr\n")
    each = [f"v_mov_b32 v[n] /*v{number}*/, 0" for number in range(6)]
    assert code(listing) == [*each[:3], "s_nop 0", *each[3:], "s_nop 0"]


def test_a_repetition_of_nothing_is_not_assembled() -> None:
    listing = read("k:\n s_nop 0\n.rept 0\n s_nop 1\n.rept 2\n s_nop 2\n.endr\n.endr\n s_endpgm\n")
    assert code(listing, listing.routines[0]) == ["s_nop 0", "s_endpgm"]


def test_symbols_of_a_kernel_block_are_followed() -> None:
    listing = read(
        ".set v_end, 60\nk:\n s_endpgm\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr v_end+4\n.end_amdhsa_kernel\n"
    )
    assert listing.routines[0].attributes["amdhsa.next_free_vgpr"] == "64"


def test_exitm_leaves_the_call() -> None:
    listing = read(".macro m a\n s_nop \\a\n.if \\a == 1\n.exitm\n.endif\n s_nop 9\n.endm\nk:\n m 1\n m 2\n s_endpgm\n")
    assert code(listing, listing.routines[0]) == ["s_nop 1", "s_nop 2", "s_nop 9", "s_endpgm"]
    assert listing.diagnostics == ()


def test_names_that_an_included_file_may_define_are_no_instructions() -> None:
    listing = read('.include "macros.inc"\nk:\n v_frob_b32 v0, v1\n v_mov_b32 v0, v1\n s_endpgm\n')
    assert code(listing, listing.routines[0]) == ["v_mov_b32 v0, v1", "s_endpgm"]
    assert listing.diagnostics == ()
