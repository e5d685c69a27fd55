"""What the table of equivalences promises, held against every instruction set there is."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from app.isa import get, isas
from app.isa.base import Isa
from app.model import Instruction
from app.operations import Equivalence, Relation, between, covering, equivalences, vocabulary

ROWS = equivalences()
ISAS = isas()


def titles(row: Equivalence) -> str:
    return f"{row.operation}: {row.caveat[:40]}"


def stems(isa: Isa) -> tuple[Instruction, ...]:
    return tuple(isa.instruction(name, None) for name in isa.mnemonics())


@pytest.mark.parametrize("isa", ISAS, ids=lambda isa: isa.name)
def test_every_known_instruction_has_a_row(isa: Isa) -> None:
    bare = {each.operation: each.stem for each in stems(isa) if not covering(isa.name, each)}
    assert not bare, "operations without a row, with an instruction of each"


@pytest.mark.parametrize("isa", ISAS, ids=lambda isa: isa.name)
def test_operations_that_both_have_are_joined(isa: Isa) -> None:
    """Two instructions of one operation are each other's counterparts, whatever their names."""
    others = [other for other in ISAS if other.name != isa.name]
    ours = {each.operation: each for each in stems(isa)}
    for other in others:
        theirs = {each.operation: each for each in stems(other)}
        apart = [
            name for name in ours.keys() & theirs.keys() if not between(isa.name, ours[name], other.name, theirs[name])
        ]
        assert not apart


@pytest.mark.parametrize("row", ROWS, ids=titles)
def test_rows_say_something_about_each_isa(row: Equivalence) -> None:
    assert set(row.sides) == {isa.name for isa in ISAS}
    assert (row.relation is Relation.NONE) == (not all(row.sides.values()))
    assert any(row.sides.values())
    assert row.caveat.endswith(".")
    assert row.source
    assert row.operation in vocabulary()


def test_shown_names_exist() -> None:
    """A name to look for must be one that the tables know; ``*`` stands for any end."""
    unknown = []
    for isa in ISAS:
        known = stems(isa)
        names = {name for each in known for name in (each.stem, *each.aliases)}
        for row in ROWS:
            for shown in row.mnemonics(isa.name):
                word = shown.split()[0]
                head = word.partition("*")[0]
                found = isa.instruction(word, None).known or (
                    head != word and (not head or any(name.startswith(head) or head.startswith(name) for name in names))
                )
                if not found:
                    unknown.append((isa.name, shown))
    assert not unknown


def test_amd_patterns_match_something() -> None:
    isa = get("amdgcn")
    names = {name for each in stems(isa) for name in (each.stem, *each.aliases)}
    entries = (entry.partition("@")[0] for row in ROWS for entry in row.sides["amdgcn"] if entry[0] != "~")
    patterns = {entry for entry in entries if "*" in entry} - {"*_dpp"}
    assert not [entry for entry in patterns if not any(fnmatchcase(name, entry) for name in names)]


PAIRS = [
    ("tcgen05.mma.cta_group::1.kind::f16", "v_mfma_f32_32x32x8f16", Relation.ANALOGUE),
    ("tcgen05.mma.cta_group::1.kind::f16", "v_mfma_scale_f32_32x32x64_f8f6f4", Relation.ANALOGUE),
    ("tcgen05.mma.cta_group::1.kind::f16", "v_wmma_f32_16x16x16_f16", Relation.ANALOGUE),
    ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "v_mfma_f32_16x16x16_f16", Relation.SAME_ROLE),
    ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "v_wmma_f32_16x16x16_f16", Relation.SAME_ROLE),
    ("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16", "v_mfma_f32_32x32x8_f16", Relation.ANALOGUE),
    ("mbarrier.try_wait.parity.shared::cta.b64", "s_waitcnt", Relation.ANALOGUE),
    ("mbarrier.try_wait.parity.shared::cta.b64", "s_barrier", Relation.ANALOGUE),
    ("mbarrier.test_wait.shared::cta.b64", "s_wait_loadcnt", Relation.ANALOGUE),
    (
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes",
        "global_load_dwordx4",
        Relation.ANALOGUE,
    ),
    (
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes",
        "buffer_load_dwordx4",
        Relation.ANALOGUE,
    ),
    (
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes",
        "tensor_load_to_lds",
        Relation.ANALOGUE,
    ),
    ("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group", "buffer_store_dwordx4", Relation.ANALOGUE),
    ("cp.async.cg.shared.global", "global_load_lds_dwordx4", Relation.ANALOGUE),
    ("cp.async.cg.shared.global", "buffer_load_dwordx4", Relation.ANALOGUE),
    ("cp.async.wait_group", "s_waitcnt", Relation.SAME_ROLE),
    ("cp.async.wait_group", "s_wait_asynccnt", Relation.SAME_ROLE),
    ("tcgen05.ld.sync.aligned.32x32b.x64.b32", "v_accvgpr_read_b32", Relation.ANALOGUE),
    ("setp.ne.b32", "v_cmp_ne_u32_e32", Relation.SAME_ROLE),
    ("setp.ne.b32", "s_cmp_lg_u32", Relation.SAME_ROLE),
    ("shfl.sync.bfly.b32", "ds_bpermute_b32", Relation.ANALOGUE),
    ("shfl.sync.bfly.b32", "v_mov_b32_dpp", Relation.ANALOGUE),
    ("shfl.sync.bfly.b32", "v_permlane32_swap_b32_e32", Relation.ANALOGUE),
    ("shfl.sync.idx.b32", "ds_bpermute_b32", Relation.SAME_ROLE),
    ("bar.sync", "s_barrier", Relation.SAME_ROLE),
    ("bar.sync", "s_barrier_signal", Relation.SAME_ROLE),
    ("bar.sync", "s_barrier_wait", Relation.SAME_ROLE),
    ("ex2.approx.f32", "v_exp_f32_e32", Relation.SAME_ROLE),
    ("ex2.approx.ftz.f32", "v_exp_f32_e32", Relation.SAME_ROLE),
    ("div.full.f32", "v_rcp_f32_e32", Relation.ANALOGUE),
    ("ldmatrix.sync.aligned.m8n8.x4.shared.b16", "ds_read_b128", Relation.SAME_ROLE),
    ("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", "ds_read_b64_tr_b16", Relation.SAME_ROLE),
    ("stmatrix.sync.aligned.m8n8.x4.shared.b16", "ds_write_b128", Relation.ANALOGUE),
    ("ld.param.b64", "s_load_dwordx2", Relation.SAME_ROLE),
    ("ld.global.v4.b32", "buffer_load_dwordx4", Relation.SAME_ROLE),
    ("ld.global.v4.b32", "global_load_b128", Relation.SAME_ROLE),
    ("ld.global.b32", "flat_load_dword", Relation.SAME_ROLE),
    ("ld.shared.v4.b32", "ds_load_b128", Relation.SAME_ROLE),
    ("st.global.v4.b32", "global_store_dwordx4", Relation.SAME_ROLE),
    ("max.f32", "v_max3_f32", Relation.SAME_ROLE),
    ("max.NaN.f32", "v_maximum3_f32", Relation.SAME_ROLE),
    ("fma.rn.f32", "v_fmac_f32_e32", Relation.EXACT),
    ("fma.rn.f32x2", "v_pk_fma_f32", Relation.EXACT),
    ("fma.rn.f32", "v_pk_fma_f32", Relation.SAME_ROLE),
    ("fma.rn.f32", "v_dual_fmac_f32", Relation.SAME_ROLE),
    ("cvt.rn.bf16x2.f32", "v_cvt_pk_bf16_f32", Relation.SAME_ROLE),
    ("cvt.rn.f32.s32", "v_cvt_f32_i32_e32", Relation.SAME_ROLE),
    ("mul.wide.s32", "v_mad_u64_u32", Relation.SAME_ROLE),
    ("mad.lo.s32", "v_mul_lo_u32", Relation.SAME_ROLE),
    ("atom.global.add.f32", "global_atomic_add_f32", Relation.SAME_ROLE),
    ("atom.global.cas.b32", "global_atomic_cmpswap", Relation.SAME_ROLE),
    ("red.global.add.f32", "flat_atomic_add_f32", Relation.SAME_ROLE),
    ("atom.shared.add.u32", "ds_add_rtn_u32", Relation.SAME_ROLE),
    ("selp.b32", "v_cndmask_b32_e32", Relation.SAME_ROLE),
    ("selp.b32", "s_cselect_b32", Relation.SAME_ROLE),
    ("lop3.b32", "v_bitop3_b32", Relation.SAME_ROLE),
    ("lop3.b32", "v_and_or_b32", Relation.SAME_ROLE),
    ("redux.sync.add.s32", "v_add_u32_dpp", Relation.ANALOGUE),
    ("vote.sync.ballot.b32", "v_cmp_eq_u32_e64", Relation.SAME_ROLE),
    ("fence.acq_rel.gpu", "buffer_inv", Relation.ANALOGUE),
    ("bra", "s_cbranch_scc1", Relation.SAME_ROLE),
    ("bra", "s_and_saveexec_b64", Relation.ANALOGUE),
    ("ret", "s_endpgm", Relation.SAME_ROLE),
]


@pytest.mark.parametrize(("left", "right", "relation"), PAIRS, ids=lambda each: str(each))
def test_pairs_that_engineers_name(left: str, right: str, relation: Relation) -> None:
    found = between("ptx", get("ptx").instruction(left, None), "amdgcn", get("amdgcn").instruction(right, None))
    assert found is not None
    assert found.relation is relation


APART = [
    ("ld.shared.b32", "global_load_dword"),
    ("st.shared.b32", "global_store_dword"),
    ("ld.global.b32", "ds_read_b32"),
    ("add.s32", "v_add_f32_e32"),
    ("atom.global.add.u32", "ds_add_u32"),
    ("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group", "global_load_dwordx4"),
    ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "v_fma_f32"),
    ("ex2.approx.f32", "v_log_f32_e32"),
]


@pytest.mark.parametrize(("left", "right"), APART)
def test_pairs_that_are_none(left: str, right: str) -> None:
    assert between("ptx", get("ptx").instruction(left, None), "amdgcn", get("amdgcn").instruction(right, None)) is None


@pytest.mark.parametrize(
    "mnemonic",
    [
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32",
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64",
        "tcgen05.wait::st.sync.aligned",
        "tcgen05.fence::after_thread_sync",
        "fence.proxy.async.shared::cta",
        "griddepcontrol.wait",
    ],
)
def test_what_amd_lacks_is_said(mnemonic: str) -> None:
    rows = covering("ptx", get("ptx").instruction(mnemonic, None))
    assert rows
    assert all(row.relation is Relation.NONE and not row.mnemonics("amdgcn") for row in rows)


def test_tensor_core_instructions_are_told_apart() -> None:
    """What holds of the synchronous mma.sync must not be said of the asynchronous ones."""
    for mnemonic in ("tcgen05.mma.cta_group::1.kind::f16", "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16"):
        rows = covering("ptx", get("ptx").instruction(mnemonic, None))
        assert {row.relation for row in rows} == {Relation.ANALOGUE}
        assert not [row for row in rows if "Both are synchronous" in row.caveat]


def test_figures_in_caveats_follow_from_the_shapes() -> None:
    text = " ".join(row.caveat for row in ROWS)
    isa = get("amdgcn")

    def flop(mnemonic: str) -> int:
        m, n, k, blocks = isa.instruction(mnemonic, None).shape
        return 2 * m * n * k * blocks

    tile = 2 * 128 * 256 * 16
    assert f"{tile:,} FLOP, which is {tile // flop('v_mfma_f32_32x32x8_f16')} v_mfma_f32_32x32x8_f16" in text
    assert f"or {tile // flop('v_mfma_f32_32x32x16_f16')} v_mfma_f32_32x32x16_f16" in text
    group = 2 * 64 * 256 * 16
    assert f"{group:,} FLOP, which is {group // flop('v_mfma_f32_32x32x8_f16')} v_mfma_f32_32x32x8_f16" in text
    for mnemonic in ("v_mfma_f32_16x16x16_f16", "v_mfma_f32_32x32x8_f16", "v_wmma_f32_16x16x16_f16"):
        assert f"{mnemonic} {flop(mnemonic):,}" in text


def test_tensor_memory_load_has_one_counterpart() -> None:
    rows = covering("ptx", get("ptx").instruction("tcgen05.ld.sync.aligned.32x32b.x64.b32", None))
    assert [row.mnemonics("amdgcn") for row in rows] == [("v_accvgpr_read_b32",)]
