"""The tables against ptxas: it accepts the example of each entry, and refuses what we say that a target lacks."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from importlib import metadata
from pathlib import Path

import pytest

from app import isa as registry
from app.isa.ptx import knowledge

_BEFORE = """\
.version {version}
.target {target}
.address_size 64
.global .texref tex0;
.global .surfref surf0;
.func callee {{ ret; }}
.visible .entry k()
{{
.reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<64>; .reg .f32 %f<64>;
.reg .b64 %rd<16>; .reg .f64 %fd<8>; .reg .b128 %rq<4>;
"""
_AFTER = "\nEND: ret;\n}\n"
_TARGETS = "TARGETS: .branchtargets END;\n"


def assembler() -> str | None:
    """ptxas from the package ``nvidia-cuda-nvcc`` or from the path; ``None`` when neither is there."""
    try:
        files = metadata.files("nvidia-cuda-nvcc") or []
    except metadata.PackageNotFoundError:
        return shutil.which("ptxas")
    found = next((file for file in files if file.name == "ptxas"), None)
    return str(found.locate()) if found else shutil.which("ptxas")


def newest(ptxas: str) -> tuple[int, int]:
    """The newest PTX ISA version that an assembler reads; it says so when it refuses a later one."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "version.ptx")
        source.write_text(".version 99.9\n.target sm_90\n")
        done = subprocess.run([ptxas, str(source)], capture_output=True, text=True, check=False, cwd=folder)
    found = re.search(r"current version is '(\d+)\.(\d+)'", done.stderr + done.stdout)
    assert found, done.stderr
    return int(found[1]), int(found[2])


PTXAS = assembler()
VERSION = newest(PTXAS) if PTXAS else (0, 0)


def target_of(entry: knowledge.Entry) -> str:
    """A target of today's assembler that has the entry."""
    special = [name for name in entry.targets if name.endswith("a")]
    return special[0] if special else "sm_100a"


def complaints(folder: Path, target: str, statements: list[str]) -> str:
    """What ptxas says of statements in one kernel; empty when it accepts them."""
    assert PTXAS is not None
    source = folder / "k.ptx"
    body = "\n".join(statements)
    targets = _TARGETS if "TARGETS" in body else ""
    source.write_text(_BEFORE.format(target=target, version="{}.{}".format(*VERSION)) + targets + body + _AFTER)
    command = [PTXAS, f"-arch={target}", str(source), "-o", str(folder / "k.o")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


if PTXAS:
    PTX = registry.get("ptx")
    VARIANTS = Path(__file__).with_name("variants.txt").read_text(encoding="utf-8").splitlines()
    """Statements whose modifiers or operands ask for more than their opcode does, beside some that don't."""
    EXAMPLES = {
        stem: entry
        for stem, entry in knowledge.entries().items()
        if entry.example and tuple(map(int, entry.introduced.split("."))) <= VERSION
    }

    @pytest.mark.parametrize("stem", EXAMPLES)
    def test_ptxas_accepts_the_example(stem: str, tmp_path: Path) -> None:
        entry = EXAMPLES[stem]
        assert complaints(tmp_path, target_of(entry), [entry.example]) == ""

    @pytest.mark.parametrize(
        "target", ["sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100f", "sm_100a", "sm_110f", "sm_120a"]
    )
    def test_ptxas_refuses_the_variants_that_a_target_lacks(target: str, tmp_path: Path) -> None:
        before = complaints(tmp_path, target, VARIANTS).splitlines()
        first = _BEFORE.count("\n") + _TARGETS.count("\n") + 1
        refused = {int(found[1]) - first for line in before if (found := re.search(r"line (\d+); error", line))}
        doubted = {n for n, text in enumerate(VARIANTS) if PTX.explain(PTX.statement(text), target).remarks}
        assert {VARIANTS[n] for n in refused} == {VARIANTS[n] for n in doubted}

    def test_a_wrong_example_would_be_seen(tmp_path: Path) -> None:
        assert "error" in complaints(tmp_path, "sm_100a", ["add.u32 %r1, %r2;"])
        assert "error" in complaints(tmp_path, "sm_80", [EXAMPLES["tcgen05.mma"].example])
