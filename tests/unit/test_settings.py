"""Every limit is a setting that the environment gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARPWAVE_MAX_UPLOAD_BYTES", "1000")
    monkeypatch.setenv("WARPWAVE_DATA", str(tmp_path))
    monkeypatch.setenv("WARPWAVE_EMBED_ANCESTORS", '["https://a.example"]')
    found = Settings()
    assert found.max_upload_bytes == 1000
    assert found.store_url == f"sqlite:///{tmp_path}/warpwave.db"
    assert found.embed_ancestors == ("https://a.example",)


def test_a_database_address_goes_before_the_directory() -> None:
    assert Settings(database_url="postgresql+psycopg://h/n").store_url == "postgresql+psycopg://h/n"


@pytest.mark.parametrize(
    "wrong",
    [
        {"workers": 0},
        {"port": 70000},
        {"analysis_seconds": 0},
        {"max_lines": -1},
        {"default_expiry_seconds": 10, "max_expiry_seconds": 5},
        {"no_such_setting": 1},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Settings(**wrong)
