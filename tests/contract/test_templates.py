"""Every template: rendered from a real comparison, and its declared context compared with what it uses."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from functools import cache

import pytest
from jinja2 import meta, nodes

from app import paths
from app.comparison import compare
from app.errors import UnreadableInput
from app.pages.annotation import AnnotationPartial, about
from app.pages.comparison import ComparisonPage, NotLined, comparison_page, rows_partial
from app.pages.home import Detection, HomePage, failing, finding, home_page
from app.pages.offline import MODULES, Book, OfflinePage
from app.pages.problem import ErrorPage, error_page
from app.pages.rows import RowsPartial
from app.pages.sheet import Spread
from app.pages.view import Fold, read_view
from app.render import environment, render, render_offline
from app.samples import sample
from app.sources import read_source

CONTEXTS = (ComparisonPage, NotLined, OfflinePage, RowsPartial, AnnotationPartial, HomePage, Detection, ErrorPage)
GIVEN = {"asset"}


@cache
def spread(name: str = "tcgen05_mfma") -> Spread:
    pair = sample(name)
    left = read_source(pair.left.read_bytes(), pair.left.name)
    right = read_source(pair.right.read_bytes(), pair.right.name)
    return Spread(compare(left, "ptx", right, "amdgcn"))


def used(template: str) -> set[str]:
    """Names that a template and all that it extends, includes and imports take from its context."""
    names: set[str] = set()
    todo, seen = [template], set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        source, _, _ = environment().loader.get_source(environment(), name)  # type: ignore[union-attr]
        tree = environment().parse(source)
        own = {each.name for each in tree.find_all(nodes.Macro)}
        own |= {imported for each in tree.find_all(nodes.FromImport) for imported in each.names}
        names |= meta.find_undeclared_variables(tree) - own
        todo += [
            each.template.value
            for each in tree.find_all((nodes.Extends, nodes.Include))
            if isinstance(each.template, nodes.Const)
        ]
    return names - GIVEN


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda each: each.__name__)
def test_a_template_uses_what_its_context_declares(context: type) -> None:
    declared = {field.name for field in fields(context)}
    assert used(context.template) <= declared


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda each: each.__name__)
def test_a_context_declares_nothing_that_its_template_leaves_out(context: type) -> None:
    if context is OfflinePage:
        context = ComparisonPage
    declared = {field.name for field in fields(context)}
    assert declared <= used(context.template)


@pytest.mark.parametrize("fold", Fold)
@pytest.mark.parametrize("name", ["tcgen05_mfma", "vadd"])
def test_the_reading_page_renders(name: str, fold: Fold) -> None:
    view = read_view({"fold": fold, "L": "5-6", "R": "1", "q": "op:matrix", "hide": "wait", "k": "0"})
    html = render(comparison_page(spread(name), "/c/x", view, title="A < B", url="http://here/c/x"))
    assert "A &lt; B" in html
    assert 'id="note"' in html


def test_the_error_the_home_and_the_partials_render() -> None:
    pair = spread()
    assert "The file is empty." in render(error_page(UnreadableInput("The file is empty.", side="left", line=1)))
    assert "Flash" in render(home_page(limit=2**20, error=UnreadableInput("It is empty.", side="left")))
    assert 'class="win"' in render(rows_partial(pair, "/c/x", read_view({}), 0))
    annotation = about(pair, "/c/x", read_view({"L": "5"}))
    assert annotation is not None
    assert "tcgen05.mma" in render(AnnotationPartial(annotation))
    assert "PTX" in render(Detection("left", finding(pair.comparison.left.listing)))
    assert "empty" in render(Detection("left", failing(UnreadableInput("It is empty."))))


def test_one_file_holds_every_state_and_asks_for_nothing() -> None:
    html = render_offline(Book(spread(), "Tensor core statements", ""))
    assert "<link" not in html
    assert "<script src" not in html
    assert "<img" not in html
    assert "import {" not in html


def test_the_modules_of_the_one_file_keep_their_names_apart() -> None:
    declared = re.compile(r"^(?:export )?(?:async )?(?:function|const|let) (\w+)", re.MULTILINE)
    texts = [(paths.STATIC / "js" / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    names = [name for text in texts for name in declared.findall(text)]
    assert len(names) > 50
    assert [name for name, count in Counter(names).items() if count > 1] == []
