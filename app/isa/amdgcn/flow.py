"""One statement → where control goes after it."""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.amdgcn.operands import split
from app.model import NEXT, Flow, Statement, Transfer

_RESOLVED = re.compile(r"<([^<>]+)>\s*$")
"""A target behind a branch: as disassemblers print it, and as the parser adds it for numeric labels."""
_EXITS = frozenset(
    ["s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done", "s_rfe_b64", "s_rfe_i64", "s_rfe_restore_b64"]
)
_LABEL = re.compile(r"[A-Za-z_.$@][\w.$@]*|\d+[bf]")


@lru_cache(maxsize=16384)
def _flow(name: str, args: str) -> Flow:
    if not name.startswith("s_"):
        return NEXT
    if name in _EXITS:
        return Flow(Transfer.EXIT)
    if name == "s_branch":
        return _to(Transfer.JUMP, args)
    if name.startswith("s_cbranch_"):
        if name == "s_cbranch_join" or name == "s_cbranch_g_fork":
            return Flow(Transfer.INDIRECT)
        return _to(Transfer.BRANCH, _last(args))
    if name.startswith("s_subvector_loop_"):
        return _to(Transfer.BRANCH, _last(args))
    if name in ("s_call_b64", "s_call_i64"):
        return _to(Transfer.CALL, _last(args), fallback=Transfer.CALL)
    if name.startswith(("s_swap_pc", "s_swappc")):
        return Flow(Transfer.CALL)
    if name == "s_add_pc_i64":
        return Flow(Transfer.INDIRECT)
    if name in ("s_setpc_b64", "s_set_pc_i64"):
        return Flow(Transfer.EXIT if args.replace(" ", "") == "s[30:31]" else Transfer.INDIRECT)
    return NEXT


def _last(args: str) -> str:
    operands = split(args).positional
    return operands[-1] if operands else ""


def _to(transfer: Transfer, target: str, fallback: Transfer = Transfer.INDIRECT) -> Flow:
    resolved = _RESOLVED.search(target)
    if resolved:
        return Flow(transfer, (resolved[1],))
    if _LABEL.fullmatch(target):
        return Flow(transfer, (target,))
    return Flow(fallback)


def flow(statement: Statement) -> Flow:
    """Where control goes. A return through ``s[30:31]``, the call convention's link register, ends
    the routine; any other ``s_setpc_b64`` goes where the text does not say.
    """
    return _flow(statement.name, statement.args)
