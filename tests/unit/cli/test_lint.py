"""``warpwave lint``: formats and exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app import cli

RIGHT = """\
\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
\t.type k,@function
k:
\tglobal_load_dword v1, v0, s[2:3]
\ts_waitcnt vmcnt(0)
\tv_mov_b32_e32 v2, v1
\ts_endpgm
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    right, wrong = tmp_path / "right.s", tmp_path / "wrong.s"
    right.write_text(RIGHT)
    wrong.write_text(RIGHT.replace("vmcnt(0)", "lgkmcnt(0)"))
    return str(right), str(wrong)


def test_json_and_status(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = files
    assert cli.run(["lint", right]) == 0
    assert json.loads(capsys.readouterr().out) == {"findings": []}
    assert cli.run(["lint", right, wrong]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert {key: finding[key] for key in ("file", "line", "rule", "severity", "related")} == {
        "file": wrong,
        "line": 6,
        "rule": "register-before-wait",
        "severity": "error",
        "related": [4],
    }


def test_text(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["lint", "--format", "text", files[1]]) == 1
    assert capsys.readouterr().out.startswith(
        f"{files[1]}:6: error: v1 is read here before global_load_dword on line 4"
    )
    assert cli.run(["lint", "--format", "text", files[0]]) == 0
    assert capsys.readouterr().out == "No findings.\n"


def test_sarif(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["lint", "--format", "sarif", files[1]]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == "2.1.0"
    (run,) = found["runs"]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "register-before-wait"
    assert result["level"] == "error"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 6}
    assert result["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 4}


def test_unreadable_input(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("Nothing here is assembly.\n")
    assert cli.run(["lint", files[0], str(other)]) == 2
    seen = capsys.readouterr()
    assert str(other) in seen.err
    assert seen.err.count("\n") == 1
    assert cli.run(["lint", str(tmp_path / "absent.s")]) == 2
