"""AMD assembly text → Pygments tokens whose values joined give the text again, to the last byte.

| what | token type |
|---|---|
| mnemonic | ``Keyword`` |
| its encoding suffix, modifiers and their names (``_e32``, ``offen``, ``offset``) | ``Keyword.Pseudo`` |
| vector, scalar, accumulation register | ``Name.Variable``, ``Name.Variable.Global``, ``Name.Variable.Instance`` |
| special register, trap register (``vcc``, ``ttmp4``) | ``Name.Builtin`` |
| names that an operand takes (``HW_REG_MODE``, ``MSG_INTERRUPT``, ``vmcnt``) | ``Name.Constant`` |
| label where it stands and where a branch names it; other symbols in operands | ``Name.Label``; ``Name`` |
| directive; section, symbol type and other words of a directive | ``Keyword.Declaration``; ``Name.Namespace`` |
| macro name, macro argument (``\\arg``) | ``Name.Function``, ``Name.Entity`` |
| numbers, strings, operators, punctuation | ``Number.*``, ``String.*``, ``Operator``, ``Punctuation`` |
| metadata keys and values | ``Name.Tag``, ``Literal`` |
| comments; preprocessor lines | ``Comment.Single``, ``Comment.Multiline``; ``Comment.Preproc`` |
| addresses and bytes of a disassembly | ``Generic.Output`` |

Two states cross lines: ``comment`` (inside ``/*…*/``) and ``metadata``. A lexer that starts in the middle
of a metadata block in ``root`` knows its lines by their shape; ``get_tokens_unprocessed(text, ("comment",))``
starts inside a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from app.isa.amdgcn import recognise
from app.isa.amdgcn.mnemonics import MNEMONIC

Token = tuple[int, _TokenType, str]

_KINDS: tuple[tuple[str, _TokenType], ...] = (
    (r"[ \t\f\v]+", Whitespace),
    (r",|\[|\]", Punctuation),
    (r"(?:v\d+(?:\.[lh])?|v(?=\[))(?![\w$])", Name.Variable),
    (r"s(?:\d+|(?=\[))(?![\w$])", Name.Variable.Global),
    (r"0[xX][0-9a-fA-F]+(?![\w$])", Number.Hex),
    (r"[+-]?(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)(?![\w$.])", Number.Float),
    (r"\d+(?![\w$])", Number.Integer),
    (r"(?<=[\w\]] )a16(?![\w$:.\[])", Keyword.Pseudo),
    (r"(?:a\d+(?:\.[lh])?|a(?=\[)|acc\d+|acc(?=\[))(?![\w$])", Name.Variable.Instance),
    (
        r"(?:(?:vcc|exec|flat_scratch|xnack_mask|tba|tma)(?:_lo|_hi)?|m0|scc|vccz|execz|null|off|ttmp\d*|src_[a-z]\w*"
        r"|(?:shared|private)_(?:base|limit)|lds_direct|pops_exiting_wave_id)(?![\w$])",
        Name.Builtin,
    ),
    (
        r"(?<!\[)[a-z_]\w*(?=:)(?!::)|(?:offen|idxen|addr64|glc|slc|dlc|scc|tfe|lwe|lds|gds|nv|nt|sc[01]|clamp|high|vm|done|compr|unorm"
        r"|da|[ad]16|r128|row_(?:half_)?mirror|bound_ctrl|fi|matrix_[ab]_reuse|abs|neg|sext|row_en)(?![\w$])",
        Keyword.Pseudo,
    ),
    (
        r"(?:(?:mrtz?|pos|param|pr?im)\d*|dual_src_blend[01]|invalid_target_\d+)(?![\w$])"
        r"|[A-Z][A-Z0-9]*_[A-Z0-9_]*(?![\w$])"
        r"|(?:vmcnt|lgkmcnt|expcnt|vscnt|hwreg|sendmsg|depctr_\w+|instid[01]|instskip|swizzle|attr\d+(?:\.[xyzw])?|p[012]0?)(?![\w$])"
        r"|attr\d+\.[xyzw]",
        Name.Constant,
    ),
    (r"\.L[\w.$]*|L?BB\d+_\d+(?![\w$])|label_\w+", Name.Label),
    (r"[A-Za-z_.$@][\w.$@]*(?:@\w+)*", Name),
    (r"\d+[bf](?![\w$])", Name.Label),
    (r"\d[\w.$]*", Number.Integer),
    (r"\\(?:[A-Za-z_@$][\w.$]*|\(\)|\d+|@|\+)", Name.Entity),
    (r'"(?:[^"\\\r\n]|\\[^\r\n])*"?', String.Double),
    (r"'(?:[^'\\\r\n]|\\[^\r\n])'?", String.Char),
    (r"/\*[^\r\n]*?\*/", Comment.Multiline),
    (r"::|[<>=!]=|<<|>>|<>|&&|\|\||[-+*|&^!~%<>=/]", Operator),
    (r"[(){}:#?]", Punctuation),
    (r"[^\r\n]", Error),
)
_OPERANDS = re.compile("|".join(f"({pattern})" for pattern, _ in _KINDS))
_TYPES = (Error, *(kind for _, kind in _KINDS))
_WORDS = tuple(Name.Namespace if kind is Name else kind for kind in _TYPES)
_PLACES = tuple(Name.Label if kind is Name else kind for kind in _TYPES)
_NAMING = frozenset(
    {".section", ".pushsection", ".type", ".globl", ".global", ".protected", ".weak", ".hidden", ".local"}
)
_BRANCHES = ("s_branch", "s_cbranch", "s_call", "s_subvector")
_SUFFIX = re.compile(r"_(?:e32|e64_dpp8?|e64|dpp8?|sdwa)$")
_CODE = r'((?:[^\r\n;/"]|/(?![/*])|"(?:[^"\\\r\n]|\\[^\r\n])*"?|/\*[ \t]*[vas][\d\[:\] \t]+\*/)*)'
_KEYS = (
    r"\.(?:name|symbol|language|language_version|args|offset|size|value_kind|value_type|address_space|access|actual_access|pointee_align"
    r"|type_name|is_(?:const|restrict|volatile|pipe)|kernarg_segment_(?:size|align)|(?:group|private)_segment_fixed_size|wavefront_size"
    r"|[avs]gpr_count|[vs]gpr_spill_count|max_flat_workgroup_size|max_num_work_groups_[xyz]|reqd_workgroup_size|cluster_dims"
    r"|workgroup_size_hint|vec_type_hint|device_enqueue_symbol|uses_dynamic_stack|uniform_work_group_size|workgroup_processor_mode|kind)"
)


def _tokens(start: int, code: str, types: tuple[_TokenType, ...]) -> Iterator[Token]:
    for match in _OPERANDS.finditer(code):
        yield start + match.start(), types[match.lastindex or 0], match[0]


def _instruction(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    """A mnemonic and its operands; ``::`` brings a second mnemonic."""
    name = match[1]
    suffix = _SUFFIX.search(name)
    at = match.start()
    if suffix:
        yield at, Keyword, name[: suffix.start()]
        yield at + suffix.start(), Keyword.Pseudo, suffix[0]
    else:
        yield at, Keyword, name
    start, code = match.start(2), match[2]
    if "::" not in code:
        yield from _tokens(start, code, _PLACES if name.startswith(_BRANCHES) else _TYPES)
        return
    for part in re.split(r"(::)", code):
        mnemonic = re.match(r"([ \t]*)(v_\w+)(?=[ \t])", part)
        if part == "::":
            yield start, Operator, part
        elif mnemonic and start != match.start(2):
            yield start, Whitespace, mnemonic[1]
            yield start + mnemonic.start(2), Keyword, mnemonic[2]
            yield from _tokens(start + mnemonic.end(), part[mnemonic.end() :], _TYPES)
        else:
            yield from _tokens(start, part, _TYPES)
        start += len(part)


def _directive(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    """A directive; those of sections and symbols take names of their own kind."""
    yield match.start(), Keyword.Declaration, match[1]
    yield from _tokens(match.start(2), match[2], _WORDS if match[1] in _NAMING else _TYPES)


def _definition(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    yield match.start(1), Keyword.Declaration, match[1]
    yield match.start(2), Whitespace, match[2]
    yield match.start(3), Name.Function, match[3]
    yield from _tokens(match.start(4), match[4], _TYPES)


def _macro(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    yield match.start(), Name.Function, match[1]
    yield from _tokens(match.start(2), match[2], _TYPES)


def _rest(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    yield from _tokens(match.start(), match[0], _TYPES)


_SCALAR = re.compile(r"(-?(?:0x[0-9a-fA-F]+|\d+)(?=[ \t]*$))|('[^']*'|\"[^\"]*\")|([ \t]+)|([^\s'\"]+|['\"])")
_ENTRY = re.compile(r"([^\s'\":#]+)(:)(?=[ \t]|$)")
_SCALARS = (Literal, Number.Integer, String, Whitespace, Literal)
_TRAILER = re.compile(r"(//[ \t]*)([0-9A-Fa-f]{6,16}:(?:[ \t]+[0-9A-Fa-f]{8})*)([^\r\n]*)")


def _scalar(start: int, text: str) -> Iterator[Token]:
    for match in _SCALAR.finditer(text):
        yield start + match.start(), _SCALARS[match.lastindex or 0], match[0]


def _value(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    """A metadata key and its value on one line."""
    yield match.start(1), Name.Tag, match[1]
    yield match.start(2), Punctuation, match[2]
    if match[3]:
        yield match.start(3), Whitespace, match[3]
    yield from _scalar(match.start(4), match[4])


def _item(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    """An item of a metadata list: a scalar, or the first key of a mapping."""
    yield match.start(1), Punctuation, match[1]
    yield match.start(2), Whitespace, match[2]
    key = _ENTRY.match(match[3])
    if key:
        yield match.start(3), Name.Tag, key[1]
        yield match.start(3) + key.start(2), Punctuation, key[2]
        yield from _scalar(match.start(3) + key.end(), match[3][key.end() :])
    else:
        yield from _scalar(match.start(3), match[3])


def _trailer(lexer: RegexLexer, match: re.Match[str], ctx: object = None) -> Iterator[Token]:
    """A ``//`` comment; a disassembly's address and bytes stand in one."""
    listed = _TRAILER.fullmatch(match[0])
    if not listed:
        yield match.start(), Comment.Single, match[0]
        return
    for group, kind in ((1, Comment.Single), (2, Generic.Output), (3, Comment.Single)):
        if listed[group]:
            yield match.start() + listed.start(group), kind, listed[group]


class AmdGcnLexer(RegexLexer):  # type: ignore[misc]
    """AMD GCN, CDNA and RDNA assembly: compiler output, hand-written, disassembled."""

    name = "AMD GCN"
    aliases: ClassVar[list[str]] = ["amdgcn"]
    filenames: ClassVar[list[str]] = ["*.amdgcn", "*.gcn"]
    mimetypes: ClassVar[list[str]] = ["text/x-amdgcn"]
    url = "https://llvm.org/docs/AMDGPUUsage.html"
    version_added = ""
    flags = re.MULTILINE

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Whitespace),
            (
                r"(" + re.sub(r"\s+", "", MNEMONIC.pattern.removeprefix("(?x)")) + r")(?![\w.$:@=\\])" + _CODE,
                _instruction,
            ),
            (r";[^\r\n]*", Comment.Single),
            (r"(?:(?<=^)|(?<=^- )|(?<=[ \t]))(" + _KEYS + r")(:)(?=[ \t\r\n]|$)([ \t]*)([^\r\n]*)", _value),
            (r"(\.amdgpu_metadata|\.amd_amdgpu_hsa_metadata|\.amdgpu_pal_metadata)\b", Keyword.Declaration, "metadata"),
            (r"(\.macro)([ \t]+)([\w.$]+)" + _CODE, _definition),
            (r"(\.[A-Za-z_][\w.$]*)(?![\w.$:@=\\(]|[ \t]*=[^=])" + _CODE, _directive),
            (r"^[^\s:]+:[ \t]+file format [^\r\n]*|Disassembly of section [^\r\n]*", Generic.Output),
            (r"([\w.$@\\()]+|\"[^\"\r\n]*\")([ \t]*)(:)(?![:=])", bygroups(Name.Label, Whitespace, Punctuation)),
            (r"//[^\r\n]*", _trailer),
            (r"/\*", Comment.Multiline, "comment"),
            (
                r"#[ \t]*(?:define|undef|if|ifdef|ifndef|elif|else|endif|include|error|warning|pragma|line)\b[^\r\n]*",
                Comment.Preproc,
            ),
            (r"#[^\r\n]*", Comment.Single),
            (r"((?:amdhsa|amdpal)\.\w+)(:)([ \t]*)([^\r\n]*)", _value),
            (r"(---|\.\.\.)(?=[ \t]*$)", Punctuation),
            (r"(-)([ \t]+)([^\r\n]*)", _item),
            (
                r"([0-9a-fA-F]{8,16}[ \t]+)?(<)([^<>\r\n]+)(>)(:)",
                bygroups(Generic.Output, Punctuation, Name.Label, Punctuation, Punctuation),
            ),
            (r"([A-Za-z_.$][\w.$]*)([ \t]*)(=)(?!=)", bygroups(Name.Label, Whitespace, Operator), "operands"),
            (r"([A-Za-z_.$\\][\w.$\\()]*)(?![\w.$:@=\\(])" + _CODE, _macro),
            (r"[^\r\n;/]+|/", _rest),
        ],
        "operands": [
            (_CODE.replace(")*)", ")+)"), _rest, "#pop"),
            (r"", Whitespace, "#pop"),
        ],
        "metadata": [
            (r"[ \t]*\.end_\w*metadata\b", Keyword.Declaration, "#pop"),
            (r"[ \t\r\n\f\v]+", Whitespace),
            (r"(---|\.\.\.)(?=[ \t]*$)", Punctuation),
            (r"#[^\r\n]*", Comment.Single),
            (r"-(?=[ \t]|$)", Punctuation),
            (
                r"('(?:[^'\r\n]|'')*'|\"(?:[^\"\\\r\n]|\\[^\r\n])*\"|[^\s'\":#\[{](?:[^:#\r\n]*[^:#\s])?)"
                r"([ \t]*)(:)(?=[ \t\r\n]|$)",
                bygroups(Name.Tag, Whitespace, Punctuation),
            ),
            (r"'(?:[^'\r\n]|'')*'|\"(?:[^\"\\\r\n]|\\[^\r\n])*\"", String),
            (r"-?(?:0x[0-9a-fA-F]+|\d+)(?=[ \t]*$)", Number.Integer),
            (r"[^\s#](?:[^\r\n]*[^\s])?", Literal),
            (r"[^\r\n]", Literal),
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
