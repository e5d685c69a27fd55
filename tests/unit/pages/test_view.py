"""Addresses into views and back."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.pages.view import Fold, Span, View, read_span, read_view

SPANS = st.none() | st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)).map(lambda ends: Span(min(ends), max(ends)))
VIEWS = st.builds(
    View,
    fold=st.none() | st.sampled_from(list(Fold)),
    kernel=st.none() | st.integers(0, 300),
    hidden=st.lists(st.sampled_from(["matrix", "wait", "shared"]), unique=True).map(tuple),
    query=st.text(st.characters(exclude_categories=["Cs"]), max_size=30).map(str.strip),
    left=SPANS,
    right=SPANS,
    opened=st.lists(st.from_regex(r"[LR][1-9][0-9]{0,4}", fullmatch=True), max_size=5).map(tuple),
    notes=st.booleans(),
    side=st.sampled_from(["", "L", "R"]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(VIEWS)
def test_every_state_is_a_link(view: View) -> None:
    assert read_view(dict(parse_qsl(view.query_string()))) == view


@pytest.mark.parametrize(
    ("text", "span"),
    [("10-20", Span(10, 20)), ("L10-L20", Span(10, 20)), ("20-10", Span(10, 20)), ("7", Span(7, 7))],
)
def test_spans_are_read(text: str, span: Span) -> None:
    assert read_span(text) == span


@pytest.mark.parametrize("text", ["", "0", "a", "1-2-3", "-3", "1e3", "9" * 20, "٣"])
def test_what_is_no_span_selects_nothing(text: str) -> None:
    assert read_span(text) is None


@given(
    st.dictionaries(st.sampled_from(["k", "fold", "hide", "q", "L", "R", "open", "from", "at"]), st.text(max_size=12))
)
def test_a_broken_link_opens(parameters: dict[str, str]) -> None:
    assert isinstance(read_view(parameters), View)


@pytest.mark.parametrize(
    ("query", "shown", "kept"),
    [
        ({"R": "5"}, "R", "R=5"),
        ({"R": "5", "L": "4"}, "L", "L=4&R=5"),
        ({"R": "5", "side": "L"}, "L", "side=L&R=5"),
        ({"side": "R"}, "R", "side=R"),
        ({}, "L", ""),
    ],
)
def test_a_narrow_screen_shows_the_side_of_the_selection(query: dict[str, str], shown: str, kept: str) -> None:
    view = read_view(query)
    assert (view.side or view.usual_side) == shown
    assert view.query_string() == kept
