from __future__ import annotations

import pytest

from app.isa.amdgcn import flow, parser
from app.model import Transfer


@pytest.mark.parametrize(
    "text, transfer, labels",
    [
        ("s_branch .LBB0_1", Transfer.JUMP, (".LBB0_1",)),
        ("s_cbranch_execz BB0_2", Transfer.BRANCH, ("BB0_2",)),
        ("s_cbranch_i_fork s[0:1], there", Transfer.BRANCH, ("there",)),
        ("s_subvector_loop_begin s0, there", Transfer.BRANCH, ("there",)),
        ("s_cbranch_scc0 4", Transfer.INDIRECT, ()),
        ("s_cbranch_scc0 4 <k+0x10>", Transfer.BRANCH, ("k+0x10",)),
        ("s_cbranch_scc0 k:", Transfer.INDIRECT, ()),
        ("s_call_b64", Transfer.CALL, ()),
        ("s_endpgm", Transfer.EXIT, ()),
        ("s_setpc_b64 s[30:31]", Transfer.EXIT, ()),
        ("s_setpc_b64 s[4:5]", Transfer.INDIRECT, ()),
        ("s_swappc_b64 s[30:31], s[4:5]", Transfer.CALL, ()),
        ("s_call_b64 s[30:31], f", Transfer.CALL, ("f",)),
        ("s_trap 2", Transfer.NEXT, ()),
        ("s_barrier", Transfer.NEXT, ()),
        ("v_mov_b32 v0, v1", Transfer.NEXT, ()),
    ],
)
def test_flow(text: str, transfer: Transfer, labels: tuple[str, ...]) -> None:
    assert flow.flow(parser.statement(text)) == (transfer, labels)
