import pytest

from app import operations, tables
from app.errors import BadTable
from app.isa.ptx import instructions, knowledge
from app.isa.ptx.availability import has
from app.model import Shape
from tests.unit.isa.ptx.reading import PTX


@pytest.mark.parametrize("stem", sorted(knowledge.entries()))
def test_every_entry_is_whole(stem: str):
    entry = knowledge.entries()[stem]
    found = PTX.instruction(stem, None)
    assert (found.known, found.stem) == (True, stem)
    for name in (entry.operation, *entry.by.values()):
        assert name in operations.vocabulary()
    assert found.summary.endswith(".")
    assert found.reference.startswith("PTX ISA, ")
    if entry.example:
        reading = PTX.explain(PTX.statement(entry.example), None)
        assert reading.instruction.stem == stem
        assert reading.remarks == ()
        assert all(modifier.meaning for modifier in reading.modifiers)
        assert all(operand.role != "operand" for operand in reading.operands)


@pytest.mark.parametrize(
    ("mnemonic", "stem", "operation"),
    [
        ("ld.global.nc.v4.b32", "ld.global.nc", "load.global"),
        ("ld.shared::cluster.u32", "ld", "load.shared"),
        ("ld.u64", "ld", "load.generic"),
        ("mad.lo.cc.u32", "mad.cc", "int.carry"),
        ("mad.rn.f64", "mad", "float.fma"),
        ("mbarrier.arrive.expect_tx.shared::cta.b64", "mbarrier.arrive", "mbarrier.arrive"),
        ("mbarrier.try_wait.parity.shared::cta.b64", "mbarrier.try_wait", "mbarrier.wait"),
        ("match.any.sync.b32", "match.sync", "vote.match"),
        ("vote.all.pred", "vote", "vote"),
        ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes", "cp.async.bulk", "async.copy.bulk.load"),
        ("cp.async.bulk.global.shared::cta.bulk_group", "cp.async.bulk", "async.copy.bulk.store"),
        ("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group", "cp.async.bulk.tensor", "async.copy.tensor.store"),
        ("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group", "cp.reduce.async.bulk.tensor", "async.reduce"),  # noqa: E501
        ("tcgen05.mma.cta_group::2.kind::mxf4.block_scale.block32", "tcgen05.mma", "matrix.mma.scaled"),
        ("tcgen05.mma.ws.sp.cta_group::1.kind::f16", "tcgen05.mma.ws.sp", "matrix.mma.sparse"),
        ("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", "mma.sp::ordered_metadata", "matrix.mma.sparse"),  # noqa: E501
        ("cvt.rn.bf16x2.f32", "cvt", "convert.half"),
        ("cvt.rn.satfinite.e4m3x2.f32", "cvt", "convert.f8"),
        ("cvt.rn.satfinite.e2m1x2.f32", "cvt", "convert.f4"),
        ("cvt.rn.f32.s32", "cvt", "convert.integer"),
        ("cvt.f64.f32", "cvt", "convert.float"),
        ("cvt.s64.s32", "cvt", "convert.width"),
        ("cvt.rmi.f32.f32", "cvt", "float.round"),
        ("and.pred", "and", "bits.logic"),
        ("atom.shared.cas.b32", "atom", "atomic.shared"),
    ],
)  # fmt: skip
def test_which_instruction_it_is(mnemonic: str, stem: str, operation: str):
    found = PTX.instruction(mnemonic, None)
    assert (found.stem, found.operation) == (stem, operation)
    assert all(modifier.meaning for modifier in found.modifiers)


@pytest.mark.parametrize(
    ("mnemonic", "fields"),
    [
        ("ld.global.v4.b32", {"element": "b32", "width": 16, "space": "global", "lanes": 32}),
        ("st.shared.v2.f64", {"element": "f64", "width": 16, "space": "shared"}),
        ("ldmatrix.sync.aligned.m8n8.x4.shared.b16", {"width": 16, "space": "shared"}),
        ("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", {"element": "bf16", "shape": Shape(16, 8, 16)}),
        ("wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8", {"element": "i8", "shape": Shape(64, 128, 32)}),
        ("tcgen05.mma.cta_group::1.kind::tf32", {"element": "tf32", "shape": None, "lanes": 1}),
        ("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group", {"lanes": 1, "space": "tensor"}),
        ("add.f32", {"element": "f32", "width": None, "space": None}),
    ],
)
def test_fields(mnemonic: str, fields: dict[str, object]):
    found = PTX.instruction(mnemonic, None)
    assert {name: getattr(found, name) for name in fields} == fields


def test_a_modifier_is_explained_where_it_stands():
    meanings = {
        mnemonic: {m.text: m.meaning for m in PTX.instruction(mnemonic, None).modifiers}
        for mnemonic in (
            "tcgen05.ld.sync.aligned.32x32b.x64.b32",
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16",
            "add.sat.s32",
            "add.sat.f32",
            "mul.hi.s32",
            "setp.hi.u32",
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        )
    }
    ld, ldmatrix, add, addf, mul, setp, mma = meanings.values()
    assert "64 times" in ld[".x64"]
    assert "Four matrices" in ldmatrix[".x4"]
    assert "range of its type" in add[".sat"]
    assert "[0, 1]" in addf[".sat"]
    assert "half" in mul[".hi"]
    assert "a > b" in setp[".hi"]
    types = [
        m.meaning.partition(":")[0]
        for m in PTX.instruction("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", None).modifiers[-4:]
    ]
    assert types == ["Type of D", "Type of A", "Type of B", "Type of C"]
    assert mma[".m16n8k16"].startswith("A is 16×16, B 16×8")


def test_unknown_mnemonics():
    found = PTX.instruction("mbarrier.try_wiat.parity.b64", None)
    assert (found.known, found.operation) == (False, "unknown")
    assert "mbarrier.try_wait" in found.near
    assert PTX.instruction("v_mfma_f32_32x32x8f16", None).known is False
    assert PTX.instruction("tcgen05.wait", None).known is False
    reading = PTX.explain(PTX.statement("zzz.u32 %r1, [%r2];"), None)
    assert [operand.text for operand in reading.operands] == ["%r1", "[%r2]"]
    assert reading.modifiers == ()


def test_an_unknown_modifier_is_said_and_not_guessed():
    reading = PTX.explain(PTX.statement("ld.global.foo.u32 %r1, [%rd1];"), None)
    assert [m.text for m in reading.modifiers if not m.meaning] == [".foo"]
    assert [remark.message for remark in reading.remarks] == [".foo is no modifier of ld that is known here."]


@pytest.mark.parametrize(
    ("target", "wanted", "fits"),
    [
        ("sm_90", ("sm_80",), True),
        ("sm_75", ("sm_80",), False),
        ("sm_90", ("sm_90a",), False),
        ("sm_100a", ("sm_90a",), False),
        ("sm_100a", ("sm_100f",), True),
        ("sm_103a", ("sm_100f",), True),
        ("sm_110a", ("sm_100f",), False),
        ("sm_100", ("sm_100f",), False),
        ("sm_90", (), True),
    ],
)
def test_targets(target: str, wanted: tuple[str, ...], fits: bool):
    assert has(target, wanted) is fits


def test_what_a_version_or_modifier_needs():
    assert instructions.unavailable("fma.rn.f32x2", "sm_90", "8.6") is not None
    assert instructions.unavailable("fma.rn.f32x2", "sm_100", "8.6") is None
    assert instructions.unavailable("fma.rn.f32", "sm_50", "4.0") is None
    store = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"
    load = "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes"
    assert instructions.unavailable(store, "sm_90", "8.0") is None
    assert instructions.unavailable(load, "sm_90", "8.0") is not None
    assert instructions.unavailable("shfl.bfly.b32", "sm_70", "6.0") is not None
    assert PTX.instruction("fma.rn.f32x2", None).targets == ("sm_100",)


def test_operands_of_forms():
    def roles(text: str) -> list[tuple[str, str]]:
        return [(o.role, o.access.value) for o in PTX.explain(PTX.statement(text), None).operands]

    assert roles("setp.lt.and.s32 %p1|%p2, %r1, 4, !%p3;") == [
        ("predicate destination", "write"),
        ("complement destination", "write"),
        ("first source", "read"),
        ("second source", "read"),
        ("condition", "read"),
    ]
    assert [
        role for role, _ in roles("tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %i, {%m0,%m1,%m2,%m3}, %p;")
    ] == [
        "accumulator address",
        "matrix descriptor A",
        "matrix descriptor B",
        "instruction descriptor",
        "disabled output lanes",
        "accumulate",
    ]
    assert [role for role, _ in roles("@%p1 call (ret0), helper, (a0, a1);")] == [
        "guard", "return value", "function", "arguments",
    ]  # fmt: skip
    tma = (
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"
    )
    assert [role for role, _ in roles(f"{tma} [%r1], [%rd1, {{%r2, %r3}}], [%r4], %rs1, %rd2;")] == [
        "destination address", "tensor map and coordinates", "memory barrier object", "multicast mask", "cache policy",
    ]  # fmt: skip
    assert [
        role for role, _ in roles("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0}, {%r0}, %rd2, 1, 1, 1, 0;")
    ][:3] == ["accumulator", "matrix A", "matrix descriptor B"]


def test_a_broken_entry_names_its_file_and_key():
    entry = knowledge.entries()["add"]
    values = {
        "summary": entry.summary,
        "operation": "int.add",
        "forms": ["d"],
        "reference": "x",
        "example": "",
        "tragets": [],
    }
    with pytest.raises(BadTable, match=r"integer.toml: add: unknown key 'tragets'"):
        tables.row(knowledge.Entry, values, "integer.toml: add", stem="add")
    with pytest.raises(BadTable, match="is no list of operands"):
        knowledge.slots("d, [a")


def test_directives_and_titles():
    assert PTX.directive(".reqntid").startswith("Exact size")
    assert PTX.directive(".amdhsa_kernel") == ""
    assert PTX.target_title("sm_100a") == "Blackwell"
    assert PTX.target_title("sm_999") == ""
