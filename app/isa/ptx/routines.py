"""Statements of a whole file → its kernels and device functions, with parameters and attributes."""

from __future__ import annotations

import re
from types import MappingProxyType

from app.model import Diagnostic, Kind, Location, Parameter, Routine, Severity, Statement

_HEADER = re.compile(r"\.(entry|func)\b")
_NAME = re.compile(r"\s*([\w$%.]+)")
_ATTRIBUTE = re.compile(r"\.([a-z_]\w*)\s*([^.]*)")
_PARAMETER = re.compile(
    r"\.(?P<space>param|reg)\s*(?P<words>(?:\.\w+(?:::\w+)*(?:\s+\d+(?![\w$]))?\s*)*)(?P<name>[\w$%]+)\s*(?P<array>(?:\[[^\]]*\]\s*)*)"
)
_WORD = re.compile(r"\.(\w+(?:::\w+)*)\s*(\d+)?")
_BYTES = {"pred": 1, "b1024": 128, "f16x2": 4, "bf16x2": 4}
_TYPE = re.compile(r"(?:[usbf]|bf)(\d+)$")
_POINTER = ("ptr", "global", "const", "shared", "local")
_LINKAGE = (".visible", ".extern", ".weak", ".common")


def find(statements: list[Statement], locations: list[Location | None]) -> tuple[tuple[Routine, ...], list[Diagnostic]]:
    """Every routine with a body, in file order; runs of instructions outside any belong to nameless kernels.

    A line-table place does not reach from one routine into the next: ``locations`` is cleared there.
    """
    found: list[Routine] = []
    remarks: list[Diagnostic] = []
    index, count = 0, len(statements)
    stray: list[int] = []
    while index < count:
        item = statements[index]
        kind = item.kind
        if kind is Kind.DIRECTIVE and _is_header(item):
            if index + 1 < count and statements[index + 1].kind is Kind.OPEN:
                _nameless(found, statements, stray)
                last = _body_end(statements, index + 2)
                if last == count:
                    remarks.append(
                        Diagnostic(item.line, Severity.ERROR, "The file ends inside this body: no } closes it.")
                    )
                _clear_before_first_loc(statements, locations, index, last)
                end_line = statements[last].line if last < count else statements[-1].end_line
                found.append(_routine(item, index + 2, last, end_line))
                index = last
        elif kind is Kind.INSTRUCTION or (kind is Kind.LABEL and stray):
            stray.append(index)
        index += 1
    _nameless(found, statements, stray)
    return tuple(found), remarks


def _is_header(item: Statement) -> bool:
    if item.name in (".entry", ".func"):
        return True
    return item.name in _LINKAGE and item.args.startswith((".entry", ".func", ".visible", ".weak", ".attribute"))


def _body_end(statements: list[Statement], index: int) -> int:
    """Index of the brace that closes the body; the number of statements when nothing does."""
    depth = 1
    for at in range(index, len(statements)):
        kind = statements[at].kind
        if kind is Kind.OPEN:
            depth += 1
        elif kind is Kind.CLOSE:
            depth -= 1
            if not depth:
                return at
        elif kind is Kind.DIRECTIVE and statements[at].name in (".entry", ".visible") and _is_header(statements[at]):
            return at - 1 if statements[at - 1].kind is Kind.CLOSE else at
    return len(statements)


def _nameless(found: list[Routine], statements: list[Statement], stray: list[int]) -> None:
    if not stray:
        return
    first, last = stray[0], stray[-1] + 1
    while first and statements[first - 1].kind in (Kind.LABEL, Kind.OPEN):
        first -= 1
    while last < len(statements) and statements[last].kind is Kind.CLOSE:
        last += 1
    found.append(Routine("", statements[first].line, statements[last - 1].end_line, first, last, True))
    stray.clear()


def _clear_before_first_loc(
    statements: list[Statement], locations: list[Location | None], first: int, last: int
) -> None:
    for index in range(first, last):
        if statements[index].kind is Kind.DIRECTIVE and statements[index].name == ".loc":
            return
        locations[index] = None


def _routine(header: Statement, first: int, last: int, end_line: int) -> Routine:
    text = f"{header.name} {header.args}"
    match = _HEADER.search(text)
    assert match is not None
    rest = text[match.end() :]
    linkage = text[: match.start()].replace(".", " ").split()
    attributes = {"linkage": linkage[0]} if linkage else {}
    results, rest = _parenthesised(rest) if match[1] == "func" else ("", rest)
    named = _NAME.match(rest)
    name = named[1] if named else ""
    arguments, rest = _parenthesised(rest[named.end() :] if named else rest)
    for attribute in _ATTRIBUTE.finditer(rest):
        attributes[attribute[1]] = attribute[2].strip().rstrip(",")
    if results:
        attributes["returns"] = ", ".join(f"{each.type} {each.name}" for each in _parameters(results))
    return Routine(
        name=name,
        line=header.line,
        end_line=end_line,
        first=first,
        last=last,
        is_kernel=match[1] == "entry",
        parameters=_parameters(arguments),
        attributes=MappingProxyType(attributes),
    )


def _parenthesised(text: str) -> tuple[str, str]:
    """``" (a, b) rest"`` → ``("a, b", " rest")``; nothing when no parenthesis comes first."""
    text = text.lstrip()
    if not text.startswith("("):
        return "", text
    inside, _, rest = text[1:].partition(")")
    return inside, rest


def _parameters(text: str) -> tuple[Parameter, ...]:
    """Declarations → parameters, laid out one after the other, each at a multiple of its alignment."""
    found: list[Parameter] = []
    offset: int | None = 0
    for index, match in enumerate(_PARAMETER.finditer(text)):
        words = _WORD.findall(match["words"])
        names = [word for word, _ in words]
        type_ = next((word for word in names if word in _BYTES or _TYPE.match(word)), "")
        size = _size(type_, match["array"])
        pointer = "ptr" in names
        align = next((int(number) for word, number in words if word == "align" and number), 0)
        align = _size(type_, "") or 1 if pointer or not align else align
        if match["space"] == "reg" or size is None:
            offset = None
        if offset is not None:
            offset = -(-offset // align) * align
        spaces = "".join(
            f".{word}" for word in names if pointer and word in ("ptr", "global", "const", "shared", "local")
        )
        title = (type_ or ".".join(names)) + match["array"].replace(" ", "") + spaces
        found.append(Parameter(match["name"], index, offset, size, title))
        if offset is not None and size is not None:
            offset += size
    return tuple(found)


def _size(type_: str, array: str) -> int | None:
    number = _TYPE.match(type_)
    size = _BYTES.get(type_) or (int(number[1]) // 8 if number else None)
    for count in re.findall(r"\[([^\]]*)\]", array):
        if size is None or not count.strip().isdigit():
            return None
        size *= int(count)
    return size
