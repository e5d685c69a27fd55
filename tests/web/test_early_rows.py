"""A pair that takes long to line up: its rows come first, and what happens then."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.errors import Busy
from app.worker import AnalysisFailed, Pool
from web.conftest import BROWSER, Start, send

AWAITS = re.compile(r'hx-get="(/c/\w+/lined)"')


def test_rows_come_before_they_are_lined_up(start: Start) -> None:
    client = start(rows_first_bytes=1)
    path = f"/c/{send(client)['id']}"
    early = client.get(path + "?L=30-31&fold=all", headers=BROWSER)
    awaits = AWAITS.search(early.text)
    assert awaits
    assert re.search(r'class="[^"]*\bsel\b[^"]*" id="L30"', early.text)
    assert f'data-base="{path}/early"' in early.text
    assert f'value="http://testserver{path}"' in early.text, "what is shared is the page itself"
    assert client.get(path + "/early/rows?fold=all&from=64").status_code == 200
    answer = client.get(awaits[1])
    assert answer.headers["hx-refresh"] == "true"
    whole = client.get(path, headers=BROWSER).text
    assert not AWAITS.search(whole)
    assert 'class="rel exact"' in whole
    moved = client.get(path + "/early?R=5", headers=BROWSER)
    assert (moved.status_code, moved.headers["location"]) == (307, path + "?R=5")


def test_the_file_that_opens_offline_is_lined_up(start: Start) -> None:
    client = start(rows_first_bytes=1)
    path = f"/c/{send(client)['id']}"
    assert "Lining up" not in client.get(path + "/early.html").text


@pytest.mark.parametrize(
    ("fault", "said"), [(AnalysisFailed("KeyError"), "fault of ours"), (Busy("It took too long."), "It took too long.")]
)
def test_sides_that_cannot_be_lined_up_keep_their_rows(
    start: Start, monkeypatch: pytest.MonkeyPatch, fault: Exception, said: str
) -> None:
    client = start(rows_first_bytes=1)
    path = f"/c/{send(client)['id']}"
    read = Pool.read

    def fail(pool: Pool, pair: Any, *arguments: Any, **options: Any) -> Any:
        if pair.lined:
            raise fault
        return read(pool, pair, *arguments, **options)

    monkeypatch.setattr(Pool, "read", fail)
    assert "s_endpgm" in client.get(path + "?fold=all", headers=BROWSER).text
    answer = client.get(path + "/lined", headers=BROWSER)
    assert answer.status_code == 200
    assert said in answer.text
    assert "KeyError" not in answer.text


def test_a_fault_while_lining_up_a_short_pair_keeps_its_rows(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    client = start()
    path = f"/c/{send(client)['id']}"
    read = Pool.read

    def fail(pool: Pool, pair: Any, *arguments: Any, **options: Any) -> Any:
        if pair.lined:
            raise AnalysisFailed("KeyError")
        return read(pool, pair, *arguments, **options)

    monkeypatch.setattr(Pool, "read", fail)
    assert AWAITS.search(client.get(path, headers=BROWSER).text)
