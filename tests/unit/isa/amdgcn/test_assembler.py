"""The tables against LLVM's assembler: each mnemonic with the operands its roles say, on its targets."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import islice, product
from pathlib import Path

import pytest

from app.isa.amdgcn import AmdGcn, availability
from app.model import Severity
from tests.unit.isa.amdgcn import examples

ASSEMBLER = "llvm-mc-22"
ROUNDS = ((0, 12), (12, 120), (120, 600))
"""How many operand lists are tried, the likely ones first: most mnemonics need the first round alone."""

OPTIONS: tuple[tuple[str, ...], ...] = ((), ("-mattr=+real-true16",))
"""16-bit register halves have a spelling of their own from gfx11 on."""


def profiles() -> list[str]:
    """Profiles to assemble for; none where the assembler is not installed, so that nothing is collected."""
    if shutil.which(ASSEMBLER) is None:
        return []
    return sorted({profile for name in availability.mnemonics() if (profile := availability.profile(name, None))})


def refused(folder: Path, target: str, lines: list[str], *options: str) -> dict[int, str]:
    """The first complaint about each line, by 0-based number."""
    source = folder / "lines.s"
    source.write_text("\n".join(lines) + "\n")
    command = [ASSEMBLER, "-triple=amdgcn", f"-mcpu={target}", *options, str(source), "-o", "/dev/null"]
    complaints = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    found: dict[int, str] = {}
    for number, message in re.findall(r"lines\.s:(\d+):\d+: error: (.*)", complaints):
        found.setdefault(int(number) - 1, message)
    return found


@pytest.mark.parametrize("profile", profiles())
def test_operands_are_as_the_roles_say(profile: str, tmp_path: Path) -> None:
    left = {name for name in availability.mnemonics() if availability.profile(name, None) == profile}
    for (first, last), options in product(ROUNDS, OPTIONS if profile.startswith(("gfx11", "gfx12")) else OPTIONS[:1]):
        tried = [
            (name, text)
            for name in sorted(left)
            for text in islice(dict.fromkeys(examples.statements(name, profile)), first, last)
        ]
        bad = refused(tmp_path, profile, [text for _, text in tried], *options)
        left -= {name for number, (name, _) in enumerate(tried) if number not in bad}
    assert not left


@pytest.mark.parametrize("profile", profiles())
def test_targets_without_a_mnemonic_refuse_it(profile: str, tmp_path: Path) -> None:
    names = [name for name in availability.mnemonics() if not availability.has(name, profile)]
    bad = refused(tmp_path, profile, names)
    taken = [name for number, name in enumerate(names) if not re.search("not supported|invalid", bad.get(number, ""))]
    assert not taken


@pytest.mark.parametrize("profile", profiles())
def test_targets_with_a_mnemonic_know_it(profile: str, tmp_path: Path) -> None:
    names = [
        name
        for name in availability.mnemonics()
        if availability.has(name, profile) and not name.startswith("v_dual_") and not name.endswith("_b16")
    ]
    bad = refused(tmp_path, profile, names)
    assert not [name for number, name in enumerate(names) if "not supported" in bad.get(number, "")]


VARIANTS = Path(__file__).with_name("variants.txt").read_text(encoding="utf-8").splitlines()
"""Statements with modifiers, operands and encodings of many generations."""


@pytest.mark.parametrize("profile", profiles())
def test_what_is_called_wrong_is_refused(profile: str, tmp_path: Path) -> None:
    amd = AmdGcn()
    bad = refused(tmp_path, profile, VARIANTS)
    for number, text in enumerate(VARIANTS):
        remarks = amd.explain(amd.statement(text), profile).remarks
        wrong = [remark.message for remark in remarks if remark.severity is Severity.ERROR]
        assert not wrong or number in bad, (text, wrong)
