"""Small inputs, one a file, and the tokens our lexer makes of them: one token a line, easy to review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.isa.amdgcn.lexer import AmdGcnLexer

INPUTS = sorted((Path(__file__).parent / "amdgcn").glob("*.s"))


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_tokens(path: Path, golden: Callable[[str, str], None]) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(AmdGcnLexer().get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    rows = [f"{str(kind).removeprefix('Token.'):24} {value!r}" for kind, value in tokens if value.strip()]
    golden(f"amdgcn/{path.stem}.tokens", "\n".join(rows) + "\n")
