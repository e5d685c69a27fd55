"""A key instruction → the few words that stand beside it in the margin; none where the code says it all."""

from __future__ import annotations

from app.model import Instruction

_SPECIAL = {
    "special.exp2": "2ˣ",
    "special.log2": "log₂ x",
    "special.rcp": "1 / x",
    "special.rsqrt": "1 / √x",
    "special.sqrt": "√x",
    "special.sin": "sin x",
    "special.cos": "cos x",
    "special.tanh": "tanh x",
}


def note(instruction: Instruction, count: int = 1) -> str:
    """What one of ``count`` such instructions does, short enough to read in passing."""
    if instruction.operation in _SPECIAL:
        return _SPECIAL[instruction.operation]
    if instruction.shape:
        m, n, k, blocks = instruction.shape
        times = f", {blocks} blocks" if blocks > 1 else ""
        return f"{m} × {n} × {k}{times}"
    if instruction.width:
        who = "thread" if instruction.lanes == 1 else "lane"
        return f"{instruction.width} B a {who}"
    return ""
