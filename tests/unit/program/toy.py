"""A made-up instruction set small enough to see a whole control-flow graph at a glance.

``x = a b`` writes x from a and b, ``x ?= a`` writes part of x, ``x += 4``, ``c < x 32``, ``goto L``,
``if c goto L``, ``unless c goto L``, ``call f``, ``maybe exit``, ``exit``, ``lost``;
``{`` and ``}`` are scopes, ``L:`` a label.
"""

from __future__ import annotations

from typing import ClassVar

from app.isa.base import Arithmetic, Isa, Recognition
from app.model import (
    NEXT,
    NO_EFFECTS,
    Effects,
    Flow,
    Instruction,
    Kind,
    Listing,
    Reading,
    Routine,
    Source,
    Statement,
    Transfer,
)
from app.program import Kernel, Program, understand

_VERBS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}


def _value(word: str) -> str | int:
    return int(word) if word.lstrip("-").isdigit() else word


def _registers(words: list[str]) -> tuple[str, ...]:
    return tuple(word for word in words if not word.lstrip("-").isdigit())


class Toy(Isa):
    name: ClassVar[str] = "toy"

    def recognise(self, lines: tuple[str, ...]) -> Recognition | None:
        return None

    def read(self, source: Source) -> Listing:
        statements = []
        routines = []
        for line, text in enumerate(source.lines, 1):
            text = text.strip()
            if not text:
                continue
            if text.endswith(":"):
                if text.startswith("kernel "):
                    routines.append((text[7:-1], line, len(statements)))
                    continue
                statements.append(Statement(Kind.LABEL, line, line, text[:-1]))
            elif text in "{}":
                statements.append(Statement(Kind.OPEN if text == "{" else Kind.CLOSE, line, line, text))
            else:
                name, _, args = text.partition(" ")
                statements.append(Statement(Kind.INSTRUCTION, line, line, name, args))
        routines = routines or [("", 1, 0)]
        ends = [first for _, _, first in routines[1:]] + [len(statements)]
        spans = tuple(
            Routine(name, line, len(source.lines), first, last, True)
            for (name, line, first), last in zip(routines, ends, strict=True)
        )
        return Listing(source, "toy", None, None, tuple(statements), spans, (None,) * len(statements), ())

    def statement(self, text: str) -> Statement:
        name, _, args = text.partition(" ")
        return Statement(Kind.INSTRUCTION, 1, 1, name, args)

    def instruction(self, mnemonic: str, target: str | None) -> Instruction:
        operation = {"wait": "mbarrier.wait", "if": "branch", "unless": "branch", "goto": "branch"}.get(
            mnemonic, "int.add"
        )
        return Instruction(mnemonic, mnemonic, True, operation, "")

    def explain(self, statement: Statement, target: str | None) -> Reading:
        return Reading(self.instruction(statement.name, target), (), ())

    def effects(self, statement: Statement, target: str | None) -> Effects:
        words = statement.args.split()
        if statement.name in ("if", "unless"):
            return Effects((words[0],))
        if statement.name == "wait":
            return Effects((), tuple(words))
        if not words or words[0] not in ("=", "?=", "+=", *_VERBS):
            return NO_EFFECTS
        own = (statement.name,) if words[0] == "+=" else ()
        return Effects(own + _registers(words[1:]), (statement.name,), words[0] == "?=")

    def flow(self, statement: Statement) -> Flow:
        words = statement.args.split()
        match statement.name:
            case "goto":
                return Flow(Transfer.JUMP, tuple(words))
            case "if" | "unless":
                return Flow(Transfer.BRANCH, tuple(words[2:]))
            case "call":
                return Flow(Transfer.CALL, tuple(words))
            case "exit":
                return Flow(Transfer.EXIT)
            case "maybe":
                return Flow(Transfer.MAYBE_EXIT)
            case "lost":
                return Flow(Transfer.INDIRECT)
        return NEXT

    def mnemonics(self) -> tuple[str, ...]:
        return ()

    def target_title(self, target: str | None) -> str:
        return ""

    def arithmetic(self, statement: Statement) -> Arithmetic | None:
        words = statement.args.split()
        if not words or statement.name in ("if", "unless"):
            return None
        if words[0] == "+=":
            return Arithmetic("add", statement.name, statement.name, _value(words[1]))
        if words[0] == "=" and len(words) == 2:
            return Arithmetic("move", statement.name, _value(words[1]))
        if words[0] in _VERBS:
            return Arithmetic(_VERBS[words[0]], statement.name, _value(words[1]), _value(words[2]))
        return None

    def taken_if(self, statement: Statement) -> bool | None:
        return {"if": True, "unless": False}.get(statement.name)


def program(text: str) -> Program:
    source = Source("toy", tuple(text.split("\n")), "", len(text))
    toy = Toy()
    return understand(toy.read(source), toy)


def kernel(text: str) -> Kernel:
    return program(text.strip("\n")).kernels[0]
