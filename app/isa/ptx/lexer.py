"""PTX text → Pygments tokens whose values joined give the text again, to the last character.

| what | token type |
|---|---|
| opcode (``tcgen05``, ``ld``) | ``Keyword`` |
| its modifiers (``.mma``, ``.cta_group::1``, ``.v4``); types among them | ``Keyword.Pseudo``; ``Keyword.Type`` |
| guard (``@``, ``@!``) | ``Operator.Word`` |
| register | ``Name.Variable`` |
| predicate register (``%p1``, and the register of a guard) | ``Name.Variable.Global`` |
| special register (``%tid.x``) | ``Name.Builtin`` |
| names in operands: parameters, symbols, registers without ``%`` | ``Name`` |
| label where it stands, and where a branch or operand names it (``$L…``) | ``Name.Label`` |
| kernel or function name in its header | ``Name.Function`` |
| directive; a type or attribute in one | ``Keyword.Declaration``; ``Keyword.Type``, ``Keyword.Pseudo`` |
| integer, hexadecimal, float constant | ``Number.Integer``, ``Number.Hex``, ``Number.Float`` |
| strings, operators, punctuation, comments | ``String``, ``Operator``, ``Punctuation``, ``Comment.*`` |
| what no PTX holds | ``Error`` |

Block comments alone cross lines: a lexer can start at any line in ``root``, or, inside a comment, by
``get_tokens_unprocessed(text, ("root", "comment"))``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

from pygments.lexer import RegexLexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from app.isa.ptx import knowledge, recognise

Token = tuple[int, _TokenType, str]

_SPECIAL = (
    r"%(?:(?:n?tid|n?ctaid|cluster_n?ctaid|n?clusterid)(?:\.[xyzw])?|laneid|n?warpid|n?smid|gridid|lanemask_(?:eq|[lg][te])"
    r"|clock(?:64|_hi)?|pm\d(?:_64)?|envreg\d+|globaltimer(?:_lo|_hi)?|is_explicit_cluster|cluster_n?ctarank"
    r"|(?:total|aggr|dynamic)_smem_size|reserved_smem_offset\w*|current_graph_exec|per_?cta_?mem_?(?:offset|size))(?![\w$])"
)
_TYPE = r"\.(?:pred|[usb]\d+(?:x\d+)?|b?f\d+(?:x\d+)?|tf32|u?e\dm\d(?:x\d)?|(?:tex|sampler|surf)ref)(?![\w:])"
_SUFFIX = r"\.\w+(?:::\w+)*(?:\[\d+\])?"
_FLOAT = r"(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w$])|\d+[eE][+-]?\d+(?![\w$])"
_KINDS: tuple[tuple[str, _TokenType], ...] = (
    (r"[ \t\f\v\r]+", Whitespace),
    (r"[,;\[\](){}]", Punctuation),
    (r"%p\d+", Name.Variable.Global),
    (_SPECIAL, Name.Builtin),
    (r"%[A-Za-z_$][\w$]*(?:\.[xyzw])?|\$[a-z]{1,3}\d+", Name.Variable),
    (r"0[xX][0-9a-fA-F]+U?", Number.Hex),
    (rf"0[fF][0-9a-fA-F]{{8}}|0[dD][0-9a-fA-F]{{16}}|{_FLOAT}", Number.Float),
    (r"\d+U?|0[bB][01]+U?", Number.Integer),
    (_TYPE, Keyword.Type),
    (_SUFFIX, Keyword.Pseudo),
    (r"\$[\w$]*", Name.Label),
    (r"[A-Za-z_][\w$]*", Name),
    (r"<<|>>|&&|\|\||[<>=!]=|[-+*/%|&^!~<>=?:@]", Operator),
)
_PATTERNS = tuple((re.compile(pattern), kind) for pattern, kind in _KINDS)
_SPLIT = re.compile(
    r"[ \t\f\v\r]+|%[A-Za-z_$][\w$]*(?:\.[xyzw](?![\w$]))?|[,;\[\](){}]"
    rf"|{_FLOAT}|\d[\w$]*|{_SUFFIX}|[A-Za-z_$][\w$]*|<<|>>|&&|\|\||[<>=!]=|[^\n]"
).findall
"""Cuts operands into tokens; what each is follows from its text alone, so that is looked up."""
_HEADER = re.compile(r"\.(?:entry|func)(?![\w$])")
_PARTS = re.compile(rf"({_TYPE})|((?:\.|::)\w+(?:::\w+)*(?:\[\d+\])?)")
_PART_TYPES = (Error, Keyword.Type, Keyword.Pseudo)
_ROOTS = "|".join(sorted(knowledge.roots(), key=len, reverse=True))


@lru_cache(maxsize=4096)
def _suffixes(text: str) -> tuple[tuple[int, _TokenType, str], ...]:
    """The modifiers of a mnemonic, with their places in ``text``."""
    return tuple((match.start(), _PART_TYPES[match.lastindex or 0], match[0]) for match in _PARTS.finditer(text))


@lru_cache(maxsize=32768)
def _kind(text: str) -> _TokenType:
    return next((kind for pattern, kind in _PATTERNS if pattern.fullmatch(text)), Error)


def _tokens(start: int, code: str) -> Iterator[Token]:
    for text in _SPLIT(code):
        yield start, _kind(text), text
        start += len(text)


def _instruction(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    """A guard, a mnemonic, its operands up to what ends them on this line, and the white space behind."""
    at, gap, register, space, root, suffixes, code, end, blank = match.groups()
    start = match.start()
    if at:
        yield start, Operator.Word, at
        if gap:
            yield match.start(2), Whitespace, gap
        yield match.start(3), Name.Variable.Global, register
        yield match.start(4), Whitespace, space
        start = match.start(5)
    yield start, Keyword, root
    if suffixes:
        start = match.start(6)
        for offset, kind, text in _suffixes(suffixes):
            yield start + offset, kind, text
    if code:
        start = match.start(7)
        for text in _SPLIT(code):
            kind = _kind(text)
            yield start, Name.Label if kind is Name and root == "bra" else kind, text
            start += len(text)
    if end:
        yield match.start(8), Punctuation, end
    if blank:
        yield match.start(9), Whitespace, blank


def _directive(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    """A directive and what follows it on this line; the name in a kernel's header is its own kind."""
    start = match.start()
    yield start, Keyword.Declaration, match[1]
    code, start = match[2], match.start(2)
    header = None if len(code) > 4096 else _HEADER.search(match[0])
    if header:
        at = header.end() - len(match[1])
        for offset, kind, text in _tokens(start, code[: max(at, 0)]):
            yield offset, Keyword.Declaration if kind is Keyword.Pseudo else kind, text
        code, start = code[max(at, 0) :], start + max(at, 0)
        depth = 0
        for offset, kind, text in _tokens(start, code):
            if text in "()":
                depth += 1 if text == "(" else -1
            elif kind is Name and not depth:
                kind = Name.Function
            yield offset, kind, text
        return
    yield from _tokens(start, code)


def _rest(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    yield from _tokens(match.start(), match[0])


class NvptxLexer(RegexLexer):  # type: ignore[misc]
    """NVIDIA PTX: what compilers write, what people write, and pieces of either."""

    name = "NVPTX"
    aliases: ClassVar[list[str]] = ["nvptx"]
    filenames: ClassVar[list[str]] = ["*.ptx"]
    mimetypes: ClassVar[list[str]] = ["text/x-nvptx"]
    url = "https://docs.nvidia.com/cuda/parallel-thread-execution/"
    version_added = ""
    flags = re.MULTILINE

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Whitespace),
            (
                r"(?:(@(?:[ \t]*!)?)([ \t]*)([%$\w]+)([ \t]+))?"
                rf"((?:{_ROOTS})(?![\w$])|[a-z]\w*(?=\.))((?:(?:\.|::)\w+(?:\[\d+\])?)*)"
                r"(?![\w$]|[ \t]*(?:[,)\]]|:(?!:)))"
                r'([^\n;/"]*)(;?)(\s*)',
                _instruction,
            ),
            (r"[;{}()]", Punctuation),
            (r"//[^\n]*", Comment.Single),
            (r"((?:@@|\.)[A-Za-z_]\w*)([^\n;/\"{}]*)", _directive),
            (r"([%$\w]+)(?=[ \t]*:(?!:))", Name.Label),
            (r":(?!:)", Punctuation),
            (r"/\*", Comment.Multiline, "comment"),
            (r'"(?:[^"\\\n]|\\[^\n])*"?', String.Double),
            (r'[^\n;/"{}]+', _rest),
            (r"/", Operator),
            (r".", Error),
        ],
        "comment": [
            (r"[^*]+", Comment.Multiline),
            (r"\*/", Comment.Multiline, "#pop"),
            (r"\*", Comment.Multiline),
        ],
    }

    def _preprocess_lexer_input(self, text: str | bytes) -> str:
        """Text stays as it is, line ends and all; bytes are decoded as Pygments does."""
        return text if isinstance(text, str) else str(super()._preprocess_lexer_input(text))

    def analyse_text(text: str) -> float:  # noqa: N805 - Pygments makes it a static method
        """How sure the ISA is that the text is its own."""
        seen = recognise.recognise(tuple(text.splitlines()[:400]))
        return seen.score if seen else 0.0
