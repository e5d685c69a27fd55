"""The commands keep the contract, and bad input is one line on standard error and status 2."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import __version__, cli
from app.samples import sample

ENTRY = sample("tcgen05_mfma")
LEFT, RIGHT = str(ENTRY.left), str(ENTRY.right)


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    def call(*arguments: str, given: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = cli.run(arguments)
        seen = capsys.readouterr()
        return Ran(status, seen.out, seen.err)

    return call


def test_it_is_also_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "app", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"warpwave {__version__}\n"


def test_every_command_has_help(run) -> None:
    assert all(f"  {name} " in run().out for name in cli.COMMANDS)
    for name in cli.COMMANDS:
        shown = run(name, "--help")
        assert shown.status == 0
        assert shown.out.startswith(f"Usage: warpwave {name}")


def test_compare_writes_json(run) -> None:
    values = json.loads(run("compare", LEFT, RIGHT, "--format", "json").out)
    assert values["left"]["isa"] == "ptx"
    assert values["right"]["isa"] == "amdgcn"
    assert values["right"]["name"] == ENTRY.right.name
    assert values["links"]
    assert json.loads(run("compare", LEFT, RIGHT).out) == values


def test_compare_reads_one_side_from_standard_input(run) -> None:
    given = ENTRY.left.read_bytes()
    values = json.loads(run("compare", "-", RIGHT, given=given).out)
    assert values["left"]["name"] == "standard input"
    assert values["left"]["lines"] == 9
    assert run("compare", "-", "-", given=given).status == 2


def test_compare_writes_the_other_forms(run, tmp_path: Path) -> None:
    html = tmp_path / "pair.html"
    assert run("compare", LEFT, RIGHT, "--format", "html", "-o", str(html)).out == ""
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    text = run("compare", LEFT, RIGHT, "--format", "markdown").out
    assert text.startswith("### sm_100.ptx")
    assert "| instructions | 9 | 9 |" in text
    assert "instructions" in run("compare", LEFT, RIGHT, "--format", "text").out


def test_compare_can_do_without_line_tables(run) -> None:
    entry = sample("vadd")
    files = (str(entry.left), str(entry.right))
    with_tables = json.loads(run("compare", *files).out)["links"]
    without = json.loads(run("compare", *files, "--ignore-loc").out)["links"]
    assert {link["basis"] for link in with_tables} == {"loc"}
    assert {link["basis"] for link in without} == {"structure"}


def test_compare_takes_named_isas(run, tmp_path: Path) -> None:
    weak = tmp_path / "weak.txt"
    weak.write_text("// a comment\n")
    assert run("compare", str(weak), RIGHT).status == 2
    assert run("compare", str(weak), RIGHT, "--left-isa", "ptx").status == 0


def test_explain_is_a_list_of_one_object_an_instruction(run) -> None:
    texts = [line for path in (ENTRY.left, ENTRY.right) for line in path.read_text().splitlines()]
    values = json.loads(run("explain", *texts, "--format", "json").out)
    assert [each["text"] for each in values] == texts
    assert [each["isa"] for each in values] == ["ptx"] * 9 + ["amdgcn"] * 9
    assert all(each["known"] for each in values)
    for each in values:
        assert {"target", "mnemonic", "operation", "summary", "modifiers", "operands", "counterparts", "cost"} <= set(
            each
        )
        assert "reference" in each


def test_explain_reads_lines(run) -> None:
    values = json.loads(run("explain", given=b"\r\ns_barrier\r\n\r\ntcgen05.wait::st.sync.aligned;\r\n").out)
    assert [(each["isa"], each["mnemonic"]) for each in values] == [
        ("amdgcn", "s_barrier"),
        ("ptx", "tcgen05.wait::st.sync.aligned"),
    ]


def test_explain_keeps_to_a_named_isa_and_target(run) -> None:
    (value,) = json.loads(run("explain", "--isa", "ptx", "--target", "sm_100a", "v_add_f32 v0, v1, v2").out)
    assert (value["isa"], value["target"], value["known"]) == ("ptx", "sm_100a", False)


def test_explain_says_unknown_of_what_it_does_not_know(run) -> None:
    (value,) = json.loads(run("explain", "v_frobnicate_f32 v0, v1").out)
    assert (value["isa"], value["known"]) == ("amdgcn", False)


def test_explain_as_text(run) -> None:
    assert run("explain", "s_barrier", "--format", "text").out.startswith("s_barrier\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nope"],
        ["compare"],
        ["compare", LEFT],
        ["compare", LEFT, "/no/such/file"],
        ["compare", LEFT, "/"],
        ["compare", LEFT, RIGHT, "--format", "pdf"],
        ["compare", LEFT, RIGHT, "--left-isa", "amdgcn"],
        ["compare", LEFT, RIGHT, "--left-isa", "vax"],
        ["compare", LEFT, RIGHT, "-o", "/no/such/place/file"],
        ["compare", LEFT, sys.executable],
        ["compare", LEFT, "/dev/null"],
        ["explain", "--isa", "vax", "s_barrier"],
        ["explain", ""],
        ["explain"],
        ["serve", "--port", "99999"],
        ["serve", "--host", "no.such.host.invalid"],
        ["serve", "--port", "0", "--data", "/proc/none"],
        ["push", LEFT, RIGHT, "--server", "ftp://host"],
        ["push", LEFT, RIGHT, "--server", "http://127.0.0.1:1"],
        ["push", LEFT, RIGHT, "--server", "http://"],
        ["push", LEFT, "/no/such/file"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_status_2(run, arguments: list[str]) -> None:
    seen = run(*arguments)
    assert seen.status == 2
    assert seen.out == ""
    assert seen.err.startswith("warpwave: ")
    assert seen.err.count("\n") == 1


def test_the_side_and_line_are_named(run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.s"
    broken.write_bytes(ENTRY.right.read_bytes() + b"\0")
    assert "right, line 10:" in run("compare", LEFT, str(broken)).err


def test_a_wrong_setting_is_named(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARPWAVE_WORKERS", "many")
    seen = run("serve")
    assert seen.status == 2
    assert "WARPWAVE_WORKERS" in seen.err


def test_a_fault_of_ours_is_one_line_too(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("app.report.report", fail)
    seen = run("compare", LEFT, RIGHT, "--format", "json")
    assert seen.status == 70
    assert seen.err.count("\n") == 1
    assert "fault of ours" in seen.err


def test_a_reader_that_leaves_is_no_fault() -> None:
    command = f"{sys.executable} -m app compare {LEFT} {RIGHT} | head -c 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True)
    assert done.stdout == b"{"
    assert done.stderr == b""


def test_starting_loads_no_framework() -> None:
    code = (
        "import sys; from app import cli; cli.run(['compare', *sys.argv[1:]]);"
        "sys.exit(' '.join({'fastapi', 'starlette', 'sqlalchemy', 'jinja2', 'pydantic', 'uvicorn'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, LEFT, RIGHT], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""
