"""A lane permutation given as a list or a mask → which lane takes from which, and which are written."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.isa.amdgcn.numbers import integer
from app.isa.amdgcn.vocabulary import Context


def quad_perm(value: str, context: Context) -> str:
    """``[1,0,3,2]`` within each four lanes."""
    lanes = re.findall(r"\d+", value)
    if len(lanes) != 4:
        return "lane permutation within each group of 4 lanes"
    if lanes == ["0", "1", "2", "3"]:
        return "lane permutation within each group of 4 lanes: none"
    return "lane permutation within each group of 4: lanes 0 to 3 take from " + ", ".join(lanes)


def dpp8(value: str, context: Context) -> str:
    """``[7,6,5,4,3,2,1,0]`` within each eight lanes."""
    lanes = re.findall(r"\d+", value)
    if len(lanes) != 8:
        return "lane permutation within each group of 8 lanes"
    return "lane permutation within each group of 8: lanes 0 to 7 take from " + ", ".join(lanes)


def mask(unit: str, names: Callable[[int], str]) -> Callable[[str, Context], str]:
    """A reader of a mask of four units, which ``names`` tells apart."""

    def read(value: str, context: Context) -> str:
        number = integer(value)
        if number is None:
            return f"mask of the {unit} that are written"
        if number & 0xF == 0xF:
            return f"all {unit} are written"
        chosen = [names(i) for i in range(4) if number >> i & 1]
        return f"{unit} written: {', '.join(chosen)}" if chosen else f"no {unit} are written"

    return read
