from __future__ import annotations

import pytest

from app.isa.amdgcn.operands import split


@pytest.mark.parametrize(
    "args, positional, modifiers",
    [
        ("", [], []),
        ("v[0:3], v8, s[0:3], 0 offen offset:16", ["v[0:3]", "v8", "s[0:3]", "0"], ["offen", "offset:16"]),
        ("v0,v1,v2", ["v0", "v1", "v2"], []),
        ("vmcnt(0) & lgkmcnt(0)", ["vmcnt(0) & lgkmcnt(0)"], []),
        ("mrt0 v0, v1, off, off done vm", ["mrt0", "v0", "v1", "off", "off"], ["done", "vm"]),
        ("v0,  0 v1", ["v0", "0", "v1"], []),
        ("a16, 0", ["a16", "0"], []),
        ("v0, scc, v1", ["v0", "scc", "v1"], []),
        ("v[0:3], [v4,v5], s[0:7] dmask:0xf a16 d16", ["v[0:3]", "[v4,v5]", "s[0:7]"], ["dmask:0xf", "a16", "d16"]),
        ("v0, |v1|, -|v2| clamp mul:2", ["v0", "|v1|", "-|v2|"], ["clamp", "mul:2"]),
        ("v0, v1 quad_perm:[0, 1,2,3] row_mask:0xf", ["v0", "v1"], ["quad_perm:[0, 1,2,3]", "row_mask:0xf"]),
        ("v0, v1 offset:1 * n glc", ["v0", "v1"], ["offset:1 * n", "glc"]),
        ("v0, v1 offset: 16", ["v0", "v1"], ["offset:16"]),
        ("v2 /*v258*/ offset:32", ["v2 /*v258*/"], ["offset:32"]),
        ("v[n] /*v1*/, 0 v[n] /*v1*/", ["v[n] /*v1*/", "0", "v[n] /*v1*/"], []),
        ('v1, v0 offset:swizzle(BITMASK_PERM, "01pip")', ["v1", "v0"], ['offset:swizzle(BITMASK_PERM, "01pip")']),
        ("hwreg(HW_REG_MODE, 0, 4), s0", ["hwreg(HW_REG_MODE, 0, 4)", "s0"], []),
        ("instid0(VALU_DEP_2) | instid1(VALU_DEP_3)", ["instid0(VALU_DEP_2) | instid1(VALU_DEP_3)"], []),
        ("ttmp[2:3], glc", ["ttmp[2:3]"], ["glc"]),
        ("gds", [], ["gds"]),
        ("65533 <k+0x10>", ["65533 <k+0x10>"], []),
    ],
)
def test_split(args: str, positional: list[str], modifiers: list[str]) -> None:
    assert split(args) == (tuple(positional), tuple(modifiers))
