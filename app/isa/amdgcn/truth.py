"""The table of ``v_bitop3`` → the logic function of three inputs that it stands for.

Bit ``4a + 2b + c`` of the table is the result for the input bits a, b and c, so that a alone is
0xF0, b 0xCC and c 0xAA.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from app.isa.amdgcn.numbers import integer

A, B, C, ALL = 0xF0, 0xCC, 0xAA, 0xFF


@cache
def names() -> Mapping[int, str]:
    """The shortest name of every table that two operators can make."""
    names: dict[int, str] = {0: "0", ALL: "1"}
    single = {"a": A, "b": B, "c": C, "NOT a": ALL ^ A, "NOT b": ALL ^ B, "NOT c": ALL ^ C}
    for name, table in single.items():
        names.setdefault(table, name)
    pairs: dict[str, int] = {}
    for left, x in single.items():
        for right, y in single.items():
            if left[-1] < right[-1]:
                pairs |= {f"{left} AND {right}": x & y, f"{left} OR {right}": x | y}
                if not left.startswith("NOT"):
                    pairs[f"{left} XOR {right}"] = x ^ y
    for name, table in pairs.items():
        names.setdefault(table, name)
    for left, x in pairs.items():
        for right, y in single.items():
            if right[-1] not in (left.split()[-1], left.replace("NOT ", "")[0]):
                for operator, table in (("AND", x & y), ("OR", x | y), ("XOR", x ^ y)):
                    if operator != "XOR" or not right.startswith("NOT"):
                        names.setdefault(table, _flat(left, operator, right))
    names |= {
        0xCA: "a ? b : c",
        0xE8: "majority of a, b and c",
        0x96: "a XOR b XOR c",
        0xD8: "c ? b : a",
        0xE4: "c ? a : b",
        0xAC: "a ? c : b",
        0xE2: "b ? a : c",
        0xB8: "b ? c : a",
    }
    return names


def _flat(left: str, operator: str, right: str) -> str:
    return (
        f"{left} {operator} {right}"
        if f" {operator} " in left and left.count(" " + operator + " ") == 1
        else f"({left}) {operator} {right}"
    )


def meaning(text: str) -> str:
    """``0xca`` → ``a ? b : c``; the table in binary when it has no short name."""
    number = integer(text)
    if number is None:
        return f"truth table {text}"
    table = number & ALL
    return f"truth table: {names().get(table) or f'{table:08b} for (a, b, c) = 111 … 000'}"
