import pytest

from app.align.routines import pair, plain
from tests.unit.program.toy import program

BODY = "a = 1\nexit\n"


def _pairs(left: str, right: str) -> list[tuple[int | None, int | None]]:
    return [(each.left, each.right) for each in pair(program(left), program(right))]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("softmax", "softmax"),
        ("Softmax.kd", "softmax"),
        ("softmax_0d1d2de3de", "softmax"),
        ("softmax_0d1d2d", "softmax"),
        ("_Z9layernormPfS_i", "layernorm"),
        ("_ZN3ops10flash_attnI6halfEEvPT_", "ops::flash_attn"),
        ("gemm_1a2b3c4d5e6f", "gemm"),
    ],
)
def test_plain_names(name: str, expected: str) -> None:
    assert plain(name) == expected


def test_same_names_pair_whatever_their_order() -> None:
    left = f"kernel f:\n{BODY}kernel g:\n{BODY}"
    right = f"kernel g:\n{BODY}kernel f:\n{BODY}"
    assert _pairs(left, right) == [(0, 1), (1, 0)]


def test_mangled_and_suffixed_names_pair() -> None:
    assert _pairs(f"kernel _Z3addPf:\n{BODY}kernel h:\n{BODY}", f"kernel h.kd:\n{BODY}kernel add:\n{BODY}") == [
        (0, 1),
        (1, 0),
    ]


def test_the_only_kernels_pair_whatever_their_names() -> None:
    found = pair(program(f"kernel a:\n{BODY}"), program(f"kernel b:\n{BODY}"))
    assert [(each.left, each.right) for each in found] == [(0, 0)]
    assert "only" in found[0].reason


def test_one_without_a_partner_is_said_so() -> None:
    found = pair(program(f"kernel f:\n{BODY}kernel g:\n{BODY}"), program(f"kernel f:\n{BODY}"))
    assert [(each.left, each.right) for each in found] == [(0, 0), (1, None)]
    assert found[1].reason


def test_nothing_to_pair() -> None:
    assert pair(program(""), program("")) == ()
