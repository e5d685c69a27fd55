import sys
from collections.abc import Callable

import pytest
from pygments.token import Comment, Error, Keyword, Name, Token

from app.isa.ptx.lexer import NvptxLexer


def tokens(text: str) -> list[tuple[object, str]]:
    return [(kind, value) for kind, value in NvptxLexer().get_tokens(text) if value.strip()]


def test_text_is_kept_to_the_last_character():
    for text in ("", "\n\n  add.u32 %r1;", "add.u32 %r1, %r2, %r3", "\tret;\r\n\n", "\x00\ufeffé"):
        assert "".join(value for _, value in NvptxLexer().get_tokens(text)) == text


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("@%p1 bra $L__BB0_1;", [Token.Operator.Word, Name.Variable.Global, Keyword, Name.Label, Token.Punctuation]),
        ("bra waitLoop;", [Keyword, Name.Label, Token.Punctuation]),
        ("ret;", [Keyword, Token.Punctuation]),
        ("%r0, %tid.x", [Name.Variable, Token.Punctuation, Name.Builtin]),
        ("$L:", [Name.Label, Token.Punctuation]),
        ("0f3F800000", [Token.Literal.Number.Float]),
        ("é", [Error]),
    ],
)
def test_kinds(text: str, kinds: list[object]):
    assert [kind for kind, _ in tokens(text)] == kinds


def test_mnemonic_in_parts():
    assert tokens("tcgen05.mma.cta_group::1.kind::f16 [%r1]")[:4] == [
        (Keyword, "tcgen05"),
        (Keyword.Pseudo, ".mma"),
        (Keyword.Pseudo, ".cta_group::1"),
        (Keyword.Pseudo, ".kind::f16"),
    ]


def test_starting_inside_a_comment():
    found = [(kind, value) for _, kind, value in NvptxLexer().get_tokens_unprocessed("on */ ret;", ("root", "comment"))]
    assert found[0] == (Comment.Multiline, "on ")
    assert (Keyword, "ret") in found


HOSTILE: list[Callable[[int], str]] = [
    lambda n: '"\\' * n,
    lambda n: "@ " + " " * n,
    lambda n: "a." * n,
    lambda n: "a" * n + ",",
    lambda n: "/*" * n,
    lambda n: "1e" * n,
    lambda n: "{[(" * n,
    lambda n: "add.u32::" * n + " ,",
    lambda n: ".entry " * n,
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_work_grows_with_the_text_alone(number: int):
    def calls(size: int) -> int:
        count = 0

        def seen(frame: object, event: str, arg: object) -> None:
            nonlocal count
            count += 1

        text = HOSTILE[number](size)
        sys.setprofile(seen)
        try:
            list(NvptxLexer().get_tokens(text))
        finally:
            sys.setprofile(None)
        return count

    assert calls(4000) < 5 * calls(1000) + 2000
