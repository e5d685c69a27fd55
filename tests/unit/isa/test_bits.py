"""What is known of bits stays right whatever the unknown ones are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.isa import bits
from app.isa.bits import Bits

WIDTH = 16
ONES = (1 << WIDTH) - 1
NUMBERS = st.integers(0, ONES)


def partly(value: int, known: int) -> Bits:
    return Bits(WIDTH, known, value & known)


def holds(found: Bits, value: int) -> bool:
    return not found.value & ~found.known and value & found.known == found.value


@pytest.mark.parametrize(
    ("rule", "real"),
    [
        (bits.either, lambda a, b: a | b),
        (bits.both, lambda a, b: a & b),
        (bits.total, lambda a, b: a + b & ONES),
    ],
)
@given(a=NUMBERS, b=NUMBERS, known_a=NUMBERS, known_b=NUMBERS)
def test_what_is_said_to_be_known_is_so(
    rule: Callable[[Bits, Bits], Bits], real: Callable[[int, int], int], a: int, b: int, known_a: int, known_b: int
) -> None:
    assert holds(rule(partly(a, known_a), partly(b, known_b)), real(a, b))


@given(a=NUMBERS, b=NUMBERS, known=NUMBERS, first=st.integers(0, 15), size=st.integers(1, 16))
def test_parts_are_taken_and_joined(a: int, b: int, known: int, first: int, size: int) -> None:
    assert holds(bits.slice_of(partly(a, known), first, size), a >> first & (1 << size) - 1)
    assert holds(bits.joined([partly(a, known), bits.constant(b, WIDTH)]), a | b << WIDTH)
    assert holds(bits.resized(partly(a, known), 8), a & 0xFF)
    assert holds(bits.resized(partly(a, known), 32), a)


@given(a=NUMBERS, b=NUMBERS)
def test_constants_stay_constants(a: int, b: int) -> None:
    one, other = bits.constant(a, WIDTH), bits.constant(b, WIDTH)
    assert bits.total(one, other).constant == (a + b & ONES if a + b <= ONES else None) or a + b > ONES
    assert bits.either(one, other).constant == a | b
    assert bits.both(one, other).constant == a & b


def test_a_sum_is_known_above_the_carry() -> None:
    base = Bits(WIDTH, 0xFF00, 0x4000)
    assert bits.total(base, bits.constant(0x10, WIDTH)).field(12, 4) == 4
    assert bits.total(base, bits.constant(0x10, WIDTH)).field(0, 4) is None
