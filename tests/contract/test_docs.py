"""The documents name what there is: settings, commands, make targets, files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


def test_every_setting_is_documented_and_no_other() -> None:
    named = set(re.findall(r"`WARPWAVE_([A-Z_]+)`", (ROOT / "docs/settings.md").read_text()))
    assert named == {name.upper() for name in Settings.model_fields}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_within_the_repository_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!http|#)([^)#]+)", path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_files_and_make_targets_that_are_named_exist(path: Path) -> None:
    text = path.read_text()
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`?make ([a-z]+)", text)) - {"sure"} <= targets
    for name in re.findall(r"`((?:app|docs|tests|samples|benchmarks)/[\w/.*-]+)`", text):
        assert list(ROOT.glob(name.rstrip("/"))), f"{path.name} names {name}"


def test_commands_in_the_readme_exist() -> None:
    from app.cli import COMMANDS

    named = set(re.findall(r"\| `warpwave (\w+)", (ROOT / "README.md").read_text()))
    assert named == set(COMMANDS)
