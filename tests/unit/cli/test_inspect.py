from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import run

PTX = """\
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<2>;
	ld.param.u64 	%rd1, [p];
	ld.global.u32 	%r1, [%rd1];
	st.global.u32 	[%rd1], %r1;
	ret;
}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "k.ptx"
    path.write_text(PTX)
    return str(path)


def test_json_where_output_is_no_terminal(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", file]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["isa"], found["target"]) == ("ptx", "sm_90")
    assert found["kernels"][0]["bytes"] == {"global_load": 128, "global_store": 128}


def test_text(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", "--format", "text", file]) == 0
    assert capsys.readouterr().out.startswith("k.ptx: ptx sm_90, 12 lines, 1 kernel\n")


@pytest.mark.parametrize("content", [b"", b"\x7fELF\x02\x01\x01", b"hello world\n", b"a\x00b"])
def test_bad_input_is_one_line_and_2(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert run(["inspect", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("warpwave: ")
    assert captured.err.count("\n") == 1


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(tmp_path / "none.s")]) == 2
    assert "none.s" in capsys.readouterr().err
