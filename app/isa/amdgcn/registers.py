"""The text of one operand → the 32-bit registers it names, in the names of ``Effects``.

``v[0:3]`` gives ``v0 v1 v2 v3``, ``vcc`` gives ``vcc_lo vcc_hi``, ``-|v1|`` gives ``v1``. A comment
behind a register (``v4 /*v260*/``) tells which one is meant and wins. Constants, labels, ``off``,
``null`` and symbols whose value is not known give nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.amdgcn.operands import NAMED

_PAIRS = ("vcc", "exec", "flat_scratch", "xnack_mask", "tba", "tma")
_SPECIAL: dict[str, tuple[str, ...]] = {
    **{name: (f"{name}_lo", f"{name}_hi") for name in _PAIRS},
    **{f"{name}_{half}": (f"{name}_{half}",) for name in _PAIRS for half in ("lo", "hi")},
    **{name: (name.removeprefix("src_"),) for name in ("scc", "src_scc", "vccz", "src_vccz", "execz", "src_execz")},
    "m0": ("m0",),
    "src_flat_scratch_base_lo": ("flat_scratch_lo",),
    "src_flat_scratch_base_hi": ("flat_scratch_hi",),
    "src_flat_scratch_base": ("flat_scratch_lo", "flat_scratch_hi"),
}
_SAID = re.compile(rf"(?:v|s|a|acc|ttmp)(?:\d+|\[[^\[\]]*\])(?:\.[lh])?[ \t]*{NAMED.pattern}")
"""A register and the comment that says which one it is."""
_LARGEST = 1024
_FILES = {"v": "v", "s": "s", "a": "a", "acc": "a", "ttmp": "ttmp"}
_REGISTER = re.compile(
    r"""(?x) (?<![\w.$\\])
    (?: (?P<file>v|s|a|acc|ttmp) (?: (?P<number>\d+) (?:\.[lh])? (?![\w$])
                                   | \[ \s* (?P<low>\d+) \s* (?: : \s* (?P<high>\d+) \s* )? \] (?:\.[lh])? )
      | (?P<special>[a-z][a-z_0-9]*) (?![\w(:]) )"""
)


@lru_cache(maxsize=65536)
def registers(text: str) -> tuple[str, ...]:
    """The registers that ``text`` names, in its order; empty when none is known."""
    if "/*" in text:
        text = _SAID.sub(r"\1", text)
    found: list[str] = []
    for match in _REGISTER.finditer(text):
        special = match["special"]
        if special:
            found += _SPECIAL.get(special, ())
            continue
        file = _FILES[match["file"]]
        low = int(match["number"] or match["low"])
        high = int(match["high"] or low)
        if high - low < _LARGEST:
            found += [f"{file}{number}" for number in range(low, high + 1)]
    return tuple(found)


@lru_cache(maxsize=4096)
def is_vector(name: str) -> bool:
    """Whether a register of ``Effects`` holds a value per lane."""
    return name[0] in "va" and name[1:].isdigit()
