"""A word at the start of a statement → whether it looks like an AMD mnemonic, whatever the tables know."""

from __future__ import annotations

import re

MNEMONIC = re.compile(
    r"""(?x) (?:
      (?: s | v | ds | buffer | tbuffer | global | flat | scratch | image | lds | tensor | cluster | ddx | dds
        ) _ [a-z0-9] [a-z0-9_]*
      | exp (?:ort)? | export_prim | interp_\w+ )"""
)
"""The families that the mnemonics of gfx6 to gfx12 begin with."""


def looks_like(word: str) -> bool:
    """Whether ``word`` is built as AMD's mnemonics are, in lower or upper case."""
    return MNEMONIC.fullmatch(word.lower()) is not None
