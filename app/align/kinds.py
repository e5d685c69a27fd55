"""An operation → the kind of work it is when two kernels are lined up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from app import operations, paths, tables
from app.errors import BadTable


@cache
def kinds() -> Mapping[str, str]:
    """The kind of every operation that is work; what is missing is glue."""
    path = paths.APP / "align" / "kinds.toml"
    found: dict[str, str] = {}
    for kind, names in tables.load(path).items():
        for name in names:
            if name not in operations.vocabulary():
                raise BadTable(f"{path.name}: {kind}: no operation {name!r}")
            if name in found:
                raise BadTable(f"{path.name}: {kind}: {name!r} is in {found[name]!r} too")
            found[name] = kind
    return found
