"""Assembly with a line table → which source line each instruction of note came from: the truth to score against.

It reads the text by itself and uses nothing of the product, so that a mistake there can't hide here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

KEY = frozenset(
    [
        "matrix",
        "load.global",
        "store.global",
        "load.shared",
        "store.shared",
        "atomic",
        "barrier",
        "exp",
        "log",
        "rcp",
        "rsqrt",
        "sqrt",
        "shuffle",
    ]
)


class Mark(NamedTuple):
    """What one instruction does and where it came from."""

    kind: str
    file: str
    line: int


class Score(NamedTuple):
    precision: float
    recall: float
    f1: float
    size: int
    """Instructions that have a true counterpart, both sides together."""


_PLACE = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)")
_FILE = re.compile(r'\s*\.file\s+(\d+)\s+"([^"]*)"(?:\s+"([^"]*)")?')
_PTX = re.compile(r"\s*(?:\{\s*)?(?:@!?%?\w+\s+)?([a-z]\w*(?:\.[\w:]+)*)(?![\w:])")
_AMD = re.compile(r"\s*([a-z]+\d*_\w+)")
_REAL = frozenset(["f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64"])
_PTX_SPECIAL = {
    "ex2": "exp",
    "lg2": "log",
    "rcp": "rcp",
    "sqrt": "sqrt",
    "rsqrt": "rsqrt",
    "shfl": "shuffle",
    "cvt": "convert",
}
_PTX_REAL = {"div": "rcp", "max": "fminmax", "min": "fminmax", "add": "fadd", "sub": "fadd", "mul": "fmul"}
_DPP = re.compile(r"quad_perm|row_(?:shr|shl|ror|bcast|newbcast|xmask)")
_AMD_KINDS = [
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"\w*(?:mfma|wmma|swmmac)", "matrix"),
        (r"(?:buffer|global|flat)_load|tensor_load", "load.global"),
        (r"(?:buffer|global|flat)_store|tensor_store", "store.global"),
        (r"(?:buffer|global|flat)_atomic", "atomic"),
        (r"ds_(?:bpermute|permute|swizzle)|v_permlane", "shuffle"),
        (r"ds_(?:read|load)", "load.shared"),
        (r"ds_(?:write|store)", "store.shared"),
        (r"s_barrier", "barrier"),
        (r"v_exp_", "exp"),
        (r"v_log_", "log"),
        (r"v_rcp_", "rcp"),
        (r"v_rsq_", "rsqrt"),
        (r"v_sqrt_", "sqrt"),
        (r"v_cvt", "convert"),
        (r"v_(?:pk_)?(?:max|min)(?:imum3?|3)?(?:_num)?_b?f", "fminmax"),
        (r"v_(?:dual_)?(?:pk_)?(?:add|sub|subrev)_f", "fadd"),
        (r"v_(?:dual_)?(?:pk_)?mul_f", "fmul"),
        (r"v_(?:dual_)?(?:pk_)?fmac?_", "ffma"),
    )
]


def _ptx_kind(mnemonic: str) -> str | None:
    parts = mnemonic.split(".")
    stem, last = parts[0], parts[-1]
    if mnemonic.startswith(("tcgen05.mma", "wgmma.mma_async")):
        return "matrix"
    if stem in ("mma", "wmma") and not {"load", "store"} & set(parts):
        return "matrix"
    if mnemonic.startswith(("cp.async.bulk", "cp.async.c")):
        if "commit_group" in mnemonic or "wait" in mnemonic:
            return None
        out = "global.shared::cta" in mnemonic
        out = out or (mnemonic.startswith("cp.async.bulk.tensor") and ".global.shared" in mnemonic)
        return "store.global" if out else "load.global"
    if stem in ("ld", "st") and "global" in parts:
        return "load.global" if stem == "ld" else "store.global"
    if stem == "ldmatrix" or (stem == "ld" and "shared" in mnemonic):
        return "load.shared"
    if stem == "stmatrix" or (stem == "st" and "shared" in mnemonic):
        return "store.shared"
    if stem in ("atom", "red"):
        return "atomic"
    if stem in ("bar", "barrier"):
        return "barrier"
    if stem == "fma":
        return "ffma"
    if stem in _PTX_SPECIAL:
        return _PTX_SPECIAL[stem]
    return _PTX_REAL.get(stem) if last in _REAL else None


def _amd_kind(mnemonic: str, text: str) -> str | None:
    if _AMD_KINDS[0][0].match(mnemonic):
        return "matrix"
    if _DPP.search(text):
        return "shuffle"
    return next((kind for pattern, kind in _AMD_KINDS[1:] if pattern.match(mnemonic)), None)


_ASM = re.compile(r"\s*// (begin|end) inline asm")

Place = tuple[str, int]


def places(path: Path, mended: bool = False) -> dict[int, Place]:
    """For each 1-based line with code that the line table places, whence it comes.

    The assembler that prints PTX numbers the lines of an inline-assembly block on from the source line of the block:
    its fourth line seems to come from three source lines further down. ``mended`` puts all of a block where it starts.
    """
    lines = path.read_text(errors="replace").splitlines()
    files = {found[1]: PurePosixPath(found[3] or found[2]).name for text in lines if (found := _FILE.match(text))}
    answer: dict[int, Place] = {}
    place: Place | None = None
    inside = held = False
    for number, text in enumerate(lines, 1):
        block = _ASM.match(text)
        if block:
            inside, held = block[1] == "begin", False
            continue
        loc = _PLACE.match(text)
        if loc:
            if not (mended and held):
                place = (files.get(loc[1], loc[1]), int(loc[2])) if int(loc[2]) else None
            held = inside
            continue
        held = inside
        if place is None or text.strip()[:1] in ("", *".;/$#}") or text.rstrip().endswith(":"):
            continue
        answer[number] = place
    return answer


def marks(path: Path, mended: bool = False) -> dict[int, Mark]:
    """For each 1-based line with an instruction of note that the line table places: what and whence."""
    ptx = path.suffix == ".ptx"
    lines = path.read_text(errors="replace").splitlines()
    found_marks: dict[int, Mark] = {}
    for number, place in places(path, mended).items():
        text = lines[number - 1]
        found = (_PTX if ptx else _AMD).match(text)
        kind = found and (_ptx_kind(found[1]) if ptx else _amd_kind(found[1], text))
        if kind:
            found_marks[number] = Mark(kind, *place)
    return found_marks


def without(text: str) -> str:
    """The text with every ``.loc`` line blanked: line numbers stay, the line table goes."""
    return "".join("\n" if _PLACE.match(line) else line for line in text.splitlines(keepends=True))


Links = Iterable[tuple[Iterable[int], Iterable[int]]]


def score(
    left: Mapping[int, Mark], right: Mapping[int, Mark], links: Links, keep: Callable[[str], bool] = lambda kind: True
) -> Score:
    """How well links of file lines agree with the truth.

    Two instructions are true counterparts when they are of one kind and name one source line; a linked
    one is right when at least half of its partners come from its own source line.
    """
    sides = (left, right)
    partners: tuple[dict[int, set[int]], dict[int, set[int]]] = (defaultdict(set), defaultdict(set))
    for mine, theirs in links:
        ours, others = set(mine), set(theirs)
        for line in ours:
            partners[0][line] |= others
        for line in others:
            partners[1][line] |= ours
    shared = {mark for mark in left.values() if keep(mark.kind)} & {mark for mark in right.values() if keep(mark.kind)}
    total = sum(mark in shared for side in sides for mark in side.values())
    judged = right_ones = found = 0
    for place, side in enumerate(sides):
        for line, linked in partners[place].items():
            mark = side.get(line)
            if mark is None or not keep(mark.kind) or not linked:
                continue
            judged += 1
            if is_right(mark, linked, sides[1 - place]):
                right_ones += 1
                found += mark in shared
    precision, recall = right_ones / max(judged, 1), found / max(total, 1)
    both = precision + recall
    return Score(precision, recall, 2 * precision * recall / both if both else 0.0, total)


def is_right(mark: Mark, linked: set[int], other: Mapping[int, Mark]) -> bool:
    """Whether at least half of an instruction's partners come from its source line."""
    good = sum(line in other and other[line][1:] == mark[1:] for line in linked)
    return good > 0 and good * 2 >= len(linked)
