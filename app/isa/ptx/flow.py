"""A statement → where control goes after it."""

from __future__ import annotations

import re

from app.isa.ptx.text import operands
from app.model import NEXT, Flow, Statement, Transfer

_ROOTS = frozenset({"bra", "brx", "call", "ret", "exit", "trap"})
_NOTED = re.compile(r"/\*(.*?)\*/")
_SYMBOL = re.compile(r"[A-Za-z_$][\w$]*$")


def flow(statement: Statement) -> Flow:
    """``brx.idx`` goes to the labels that the parser noted behind its list; without a note the place is unknown."""
    root = statement.name.partition(".")[0]
    if root not in _ROOTS:
        return NEXT
    if root == "bra":
        labels = operands(statement.args)[:1]
        return Flow(Transfer.BRANCH if statement.guard else Transfer.JUMP, labels)
    if root == "brx":
        noted = _NOTED.search(statement.args)
        labels = tuple(label.strip() for label in noted[1].split(",")) if noted else ()
        if not labels:
            return Flow(Transfer.INDIRECT)
        return Flow(Transfer.BRANCH if statement.guard else Transfer.JUMP, labels)
    if root == "call":
        names = [text for text in operands(statement.args)[:2] if not text.startswith("(")]
        return Flow(Transfer.CALL, tuple(name for name in names[:1] if _SYMBOL.match(name)))
    return Flow(Transfer.MAYBE_EXIT if statement.guard else Transfer.EXIT)
