"""A broken entry of a knowledge table is refused when the tables load, by file and key."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import BadTable
from app.isa.amdgcn import AmdGcn, availability, directives, families, fields, manuals, vocabulary

MODULES = (availability, directives, families, fields, manuals, vocabulary)
LOADERS = (
    availability._index, availability._names, directives._table, families.families, families.roles,
    fields.fields, manuals._table, vocabulary.table,
)  # fmt: skip


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the tables that a test may break; nothing loaded from it outlives the test."""
    copy = tmp_path / "tables"
    shutil.copytree(availability.FOLDER, copy)
    for module in MODULES:
        monkeypatch.setattr(module, "FOLDER", copy)
    for loader in LOADERS:
        loader.cache_clear()
    yield copy
    monkeypatch.undo()
    for loader in LOADERS:
        loader.cache_clear()


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("lds.toml", 'operation = "load.shared"', 'operation = "load.shard"', ["lds.toml", "operation", "load.shard"]),
        ("lds.toml", 'roles = ["vload", "ds_addr"]', 'roles = ["vload", "ds_adr"]', ["lds.toml", "roles", "ds_adr"]),
        ("lds.toml", 'width = "{load}"', 'wdth = "{load}"', ["lds.toml", "wdth"]),
        ("lds.toml", 'summary = "Loads {load} per', 'summary = "Loads {lod} per', ["lds.toml", "lod"]),
        ("roles.toml", 'access = "write"', 'access = "scribble"', ["roles.toml", "access", "scribble"]),
        ("modifiers.toml", 'name = "offen"', 'nam = "offen"', ["modifiers.toml", "nam"]),
        (
            "availability.toml",
            'mnemonics = """',
            'mnemonics = """v_add_f32 v_add_f32 ',
            ["availability.toml", "v_add_f32"],
        ),
        ("manuals.toml", 'title = "CDNA4 ISA"', "title = 4", ["manuals.toml", "title"]),
        ("directives.toml", "[amdhsa]", "[amdhsa", ["directives.toml"]),
    ],
)
def test_a_broken_table_is_named(tables: Path, file: str, old: str, new: str, said: list[str]) -> None:
    path = tables / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadTable) as caught:
        AmdGcn().check()
    assert all(word in str(caught.value) for word in said)


def test_the_tables_are_sound(tables: Path) -> None:
    AmdGcn().check()
