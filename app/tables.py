"""TOML file → frozen dataclasses. A wrong key, a missing one or a wrong type names its file and key."""

from __future__ import annotations

import dataclasses
import enum
import tomllib
import types
import typing
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from app.errors import BadTable

Row = TypeVar("Row")


def load(path: Path) -> dict[str, Any]:
    """The file's content; ``BadTable`` names the file when it is no TOML."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadTable(f"{path.name}: {error}") from error


def row(kind: type[Row], values: object, where: str, **given: Any) -> Row:
    """Builds ``kind`` from a TOML table; ``given`` fills fields that the table does not carry.

    ``where`` is ``FILE: KEY`` for messages. Lists become tuples; nested dataclasses and
    dictionaries of them are built in turn.
    """
    if not isinstance(values, Mapping):
        raise BadTable(f"{where}: a table is needed, not {values!r}")
    hints, fields = _shape(typing.cast(Any, kind))
    for key in values:
        if key not in fields or key in given:
            raise BadTable(f"{where}: unknown key {key!r}; it may be one of {', '.join(fields)}")
    built = dict(given)
    for name, spec in fields.items():
        if name in given:
            continue
        if name in values:
            built[name] = _convert(hints[name], values[name], f"{where}.{name}")
        elif spec.default is dataclasses.MISSING and spec.default_factory is dataclasses.MISSING:
            raise BadTable(f"{where}: key {name!r} is missing")
    return kind(**built)


@cache
def _shape(kind: type[Any]) -> tuple[dict[str, Any], dict[str, dataclasses.Field[Any]]]:
    """Types and fields of a dataclass; resolving them costs more than a row does."""
    return typing.get_type_hints(kind), {f.name: f for f in dataclasses.fields(kind)}


def _convert(hint: Any, value: Any, where: str) -> Any:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        inner = [a for a in args if a is not type(None)]
        return _convert(inner[0], value, where)
    if dataclasses.is_dataclass(hint):
        return row(typing.cast(type[Any], hint), value, where)
    if origin is tuple:
        if not isinstance(value, list):
            raise BadTable(f"{where}: a list is needed, not {value!r}")
        if len(args) == 2 and args[1] is ...:
            return tuple(_convert(args[0], item, f"{where}[{i}]") for i, item in enumerate(value))
        if len(args) != len(value):
            raise BadTable(f"{where}: {len(args)} values are needed, not {len(value)}")
        return tuple(_convert(a, v, f"{where}[{i}]") for i, (a, v) in enumerate(zip(args, value, strict=True)))
    if origin in (dict, Mapping):
        if not isinstance(value, dict):
            raise BadTable(f"{where}: a table is needed, not {value!r}")
        return {key: _convert(args[1], item, f"{where}.{key}") for key, item in value.items()}
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint is Any:
        return value
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        try:
            return hint(value)
        except ValueError:
            raise BadTable(f"{where}: {value!r} is none of {', '.join(m.value for m in hint)}") from None
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise BadTable(f"{where}: {hint.__name__} is needed, not {value!r}")
    return value
