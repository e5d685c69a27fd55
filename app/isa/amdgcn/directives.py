"""A directive or a key of the metadata → what it says, in a clause."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from app import tables
from app.isa.amdgcn.availability import FOLDER


@dataclass(frozen=True, slots=True)
class _Directives:
    amdhsa: Mapping[str, str]
    metadata: Mapping[str, str]
    common: Mapping[str, str]


@cache
def _table() -> _Directives:
    path = FOLDER / "directives.toml"
    return tables.row(_Directives, tables.load(path), path.name)


def meaning(name: str) -> str:
    """``.amdhsa_next_free_vgpr``, or the metadata's ``.vgpr_count:`` and ``amdhsa.kernels:``.

    A key of the metadata has a colon at its end; without one a directive of the same name wins.
    Empty when the name is neither.
    """
    table = _table()
    bare = re.sub(r"^-?\s*\.?", "", name.strip()).lower()
    key = bare.removesuffix(":")
    if bare.endswith(":"):
        return table.metadata.get(key, "")
    return table.amdhsa.get(key) or table.common.get(key) or table.metadata.get(key, "")


def check() -> None:
    """Loads the table; ``BadTable`` when it is broken."""
    _table()
