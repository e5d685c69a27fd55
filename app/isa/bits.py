"""What is known of a register's bits: constants in part, as in descriptors that are put together from an address."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Bits(NamedTuple):
    """A value of ``width`` bits of which those in ``known`` are as in ``value``; the others are 0 there."""

    width: int
    known: int
    value: int

    @property
    def constant(self) -> int | None:
        """The value when all of it is known."""
        return self.value if self.known == _ones(self.width) else None

    def field(self, first: int, size: int) -> int | None:
        """``size`` bits from bit ``first``; ``None`` when one of them is not known."""
        mask = _ones(size)
        return self.value >> first & mask if self.known >> first & mask == mask else None


NOTHING: Mapping[str, Bits] = MappingProxyType({})
"""No register of which anything is known."""


def constant(value: int, width: int) -> Bits:
    """A number, all of its bits known."""
    return Bits(width, _ones(width), value & _ones(width))


def constants(known: Mapping[str, Bits]) -> Mapping[str, int]:
    """The registers of which every bit is known, with their numbers."""
    found = ((name, bits.constant) for name, bits in known.items())
    return {name: value for name, value in found if value is not None}


def unknown(width: int) -> Bits:
    """A value of which nothing is known."""
    return Bits(width, 0, 0)


def either(one: Bits, other: Bits) -> Bits:
    """Bitwise OR: a 1 on either side is known, a 0 on both."""
    ones = one.value | other.value
    zeros = (one.known & ~one.value) & (other.known & ~other.value)
    return Bits(one.width, ones | zeros, ones)


def both(one: Bits, other: Bits) -> Bits:
    """Bitwise AND: a 0 on either side is known, a 1 on both."""
    ones = one.value & other.value
    zeros = (one.known & ~one.value) | (other.known & ~other.value)
    return Bits(one.width, ones | zeros, ones)


def total(one: Bits, other: Bits) -> Bits:
    """The sum: known above the highest bit that the unknown ones can reach, and all of it when none is unknown."""
    least = one.value + other.value
    most = least + _unknown(one) + _unknown(other)
    if most > _ones(one.width) and least != most:
        return unknown(one.width)
    known = _ones(one.width) & ~_ones((least ^ most).bit_length())
    return Bits(one.width, known, least & known)


def joined(parts: list[Bits]) -> Bits:
    """Parts side by side, the lowest first."""
    width = known = value = 0
    for part in parts:
        known |= part.known << width
        value |= part.value << width
        width += part.width
    return Bits(width, known, value)


def resized(bits: Bits, width: int) -> Bits:
    """Zeros above, or the upper bits cut off."""
    return Bits(width, (bits.known | ~_ones(bits.width)) & _ones(width), bits.value & _ones(width))


def slice_of(bits: Bits, first: int, size: int) -> Bits:
    """``size`` bits from bit ``first``, zeros above, in the same width."""
    mask = _ones(size)
    return Bits(bits.width, bits.known >> first & mask | _ones(bits.width) & ~mask, bits.value >> first & mask)


def _ones(count: int) -> int:
    return (1 << count) - 1


def _unknown(bits: Bits) -> int:
    return _ones(bits.width) & ~bits.known
