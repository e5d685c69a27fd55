"""The lines of an ``.amdgpu_metadata`` block → its values; the YAML that compilers write, and no more.

Mappings and lists by indentation, plain and quoted scalars, ``[…]`` and ``{…}`` on one line kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.model import Parameter

_ENTRY = re.compile(
    r"""(?P<key>'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^\s'"#:\[{](?:[^:#]*[^:#\s])?)[ \t]*:(?:[ \t]+(?P<value>.*))?$"""
)
_DEEPEST = 40


class Metadata(NamedTuple):
    """What the block says."""

    target: str | None
    version: str | None
    kernels: tuple[Mapping[str, Any], ...]
    """Keys without their dot; scalars as text."""


def read(lines: Sequence[str]) -> Metadata:
    """Reads the block's inner lines. What does not fit is left out."""
    root = _Yaml(lines).value()
    if not isinstance(root, dict):
        return Metadata(None, None, ())
    listed = root.get("amdhsa.kernels", root.get("Kernels"))
    kernels = tuple(
        {str(key).removeprefix("."): value for key, value in kernel.items()}
        for kernel in (listed if isinstance(listed, list) else [])
        if isinstance(kernel, dict)
    )
    target = root.get("amdhsa.target")
    version = root.get("amdhsa.version", root.get("Version"))
    joined = ".".join(map(str, version)) if isinstance(version, list) else None
    return Metadata(target if isinstance(target, str) else None, joined, kernels)


def parameters(kernel: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """The kernel's arguments in the order of the block; hidden ones keep ``hidden_…`` as their type."""
    listed = kernel.get("args", kernel.get("Args"))
    found: list[Parameter] = []
    for entry in listed if isinstance(listed, list) else []:
        if not isinstance(entry, dict):
            continue
        said = {str(key).removeprefix("."): value for key, value in entry.items()}
        kind = said.get("value_kind") or said.get("ValueKind") or ""
        words = [str(said.get("type_name") or kind), str(said.get("address_space") or "")]
        name = said.get("name") or said.get("Name")
        found.append(
            Parameter(
                str(name or ""),
                len(found),
                _number(said.get("offset")),
                _number(said.get("size") or said.get("Size")),
                " ".join(word for word in words if word),
            )
        )
    return tuple(found)


def facts(kernel: Mapping[str, Any]) -> dict[str, str]:
    """The kernel's scalar keys as attributes: ``metadata.vgpr_count`` …; lists joined by commas."""
    found: dict[str, str] = {}
    for key, value in kernel.items():
        if isinstance(value, str):
            found[f"metadata.{key}"] = value
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            found[f"metadata.{key}"] = ",".join(value)
    return found


def _number(value: object) -> int | None:
    try:
        return int(str(value), 0)
    except ValueError:
        return None


class _Yaml:
    def __init__(self, lines: Sequence[str]) -> None:
        self._lines: list[tuple[int, str]] = []
        for line in lines:
            text = line.strip()
            if text and text not in ("---", "...") and not text.startswith("#"):
                self._lines.append((len(line) - len(line.lstrip()), text))
        self._at = 0

    def value(self) -> Any:
        return self._block(-1, 0) if self._lines else None

    def _block(self, above: int, depth: int) -> Any:
        """The value whose lines are indented more than ``above``; ``None`` when there are none."""
        if self._at >= len(self._lines) or depth > _DEEPEST:
            return None
        indent, text = self._lines[self._at]
        if indent <= above and not (indent == above and _is_item(text)):
            return None
        return self._list(indent, depth) if _is_item(text) else self._mapping(indent, depth)

    def _list(self, indent: int, depth: int) -> list[Any]:
        items: list[Any] = []
        while self._at < len(self._lines):
            at, text = self._lines[self._at]
            if at != indent or not _is_item(text):
                break
            inner = text[1:].lstrip()
            if not inner:
                self._at += 1
                items.append(self._block(indent, depth + 1))
            elif _is_item(inner) or _ENTRY.match(inner):
                self._lines[self._at] = (indent + len(text) - len(inner), inner)
                items.append(self._block(indent, depth + 1))
            else:
                self._at += 1
                items.append(_scalar(inner))
        return items

    def _mapping(self, indent: int, depth: int) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        while self._at < len(self._lines):
            at, text = self._lines[self._at]
            if at != indent or _is_item(text):
                if at > indent:
                    self._at += 1
                    continue
                break
            match = _ENTRY.match(text)
            self._at += 1
            if not match:
                continue
            value = (match["value"] or "").strip()
            nested = None if value else self._block(indent, depth + 1)
            entries[_scalar(match["key"])] = nested if nested is not None else _scalar(value)
        return entries


def _is_item(text: str) -> bool:
    return text == "-" or text.startswith("- ")


def _scalar(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return text
