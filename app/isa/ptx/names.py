"""Statements of a whole file → the same, with what a statement alone cannot say noted in comments.

Two things: what ``brx.idx`` can go to, and which names without ``%`` are registers rather than symbols.
"""

from __future__ import annotations

import re

from app.model import Kind, Statement

_BRACKET = re.compile(r"(\[\s*)([A-Za-z_$][\w$]*)")
_LAST = re.compile(r"([A-Za-z_$][\w$]*)\s*$")
_SOURCES = ("mov.", "cvta.")


def resolve(statements: list[Statement]) -> None:
    """Rewrites ``statements`` in place."""
    targets: dict[str, str] = {}
    bare = False
    before: Statement | None = None
    for item in statements:
        if item.kind is Kind.DIRECTIVE:
            if item.name == ".branchtargets" and before is not None and before.kind is Kind.LABEL:
                targets[before.name] = item.args
            elif item.name == ".reg" and not bare:
                bare = any(not name.startswith("%") for name, _ in _registers(item.args))
        before = item
    if targets:
        _name_targets(statements, targets)
    if bare:
        _mark_registers(statements)


def _registers(args: str) -> list[tuple[str, int | None]]:
    """``.b32 a, r<4>`` → ``[("a", None), ("r", 4)]``."""
    found = []
    text = re.sub(r"^(?:\s*\.\w+)+", "", args)
    for part in text.split(","):
        match = re.fullmatch(r"\s*([\w$%]+)\s*(?:<\s*(\d+)\s*>)?\s*", part)
        if match:
            found.append((match[1], int(match[2]) if match[2] and len(match[2]) < 8 else None))
    return found


def _name_targets(statements: list[Statement], targets: dict[str, str]) -> None:
    for index, item in enumerate(statements):
        if item.kind is Kind.INSTRUCTION and item.name.startswith("brx"):
            name = item.args.rsplit(",", 1)[-1].strip()
            if name in targets:
                statements[index] = item._replace(args=f"{item.args} /*{targets[name]}*/")


class _Scope:
    """Register names that hold in one ``{}``; a numbered family by its stem."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.families: dict[str, int] = {}

    def holds(self, name: str) -> bool:
        if name in self.names:
            return True
        stem = name.rstrip("0123456789")
        digits = name[len(stem) :]
        return bool(digits) and len(digits) < 8 and int(digits) < self.families.get(stem, 0)


def _mark_registers(statements: list[Statement]) -> None:
    scopes = [_Scope()]

    def is_register(name: str) -> bool:
        return any(scope.holds(name) for scope in scopes)

    def bracket(match: re.Match[str]) -> str:
        return f"{match[0]} /*register*/" if is_register(match[2]) else match[0]

    for index, item in enumerate(statements):
        if item.kind is Kind.INSTRUCTION:
            args = item.args
            if "[" in args:
                args = _BRACKET.sub(bracket, args)
            if item.name.startswith(_SOURCES):
                last = _LAST.search(args)
                if last and is_register(last[1]):
                    args += " /*register*/"
            if args is not item.args:
                statements[index] = item._replace(args=args)
        elif item.kind is Kind.OPEN:
            scopes.append(_Scope())
        elif item.kind is Kind.CLOSE:
            if len(scopes) > 1:
                scopes.pop()
        elif item.kind is Kind.DIRECTIVE and item.name == ".reg":
            for name, count in _registers(item.args):
                if count is None:
                    scopes[-1].names.add(name)
                else:
                    scopes[-1].families[name] = count
