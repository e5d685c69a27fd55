"""One small pair of kernels, opened for reading."""

from __future__ import annotations

import pytest

from app.comparison import compare
from app.pages.sheet import Spread
from app.sources import read_source

PTX = b""".version 9.0
.target sm_90a
.address_size 64
.visible .entry sum(.param .u64 p)
{
\t.reg .b32 %r<20>;
\t.reg .b64 %rd<9>;
\tld.param.u64 %rd1, [p];
\tmov.u32 %r1, %tid.x;
\tmul.wide.u32 %rd2, %r1, 4;
\tadd.s64 %rd3, %rd1, %rd2;
\tld.global.f32 %f1, [%rd3];
\tex2.approx.f32 %f2, %f1;
\tex2.approx.f32 %f3, %f2;
\tex2.approx.f32 %f4, %f3;
\tshl.b32 %r5, %r1, 2;
\tst.global.u32 [%rd3], %r5;
\tst.global.f32 [%rd3+4], %f4;
\tret;
}
"""
AMD = b"""\t.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
\t.text
sum:
\ts_load_dwordx2 s[0:1], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\ts_waitcnt lgkmcnt(0)
\tglobal_load_dword v2, v1, s[0:1]
\ts_waitcnt vmcnt(0)
\tv_exp_f32_e32 v3, v2
\tv_exp_f32_e32 v4, v3
\tv_exp_f32_e32 v5, v4
\tglobal_store_dword v1, v5, s[0:1]
\ts_endpgm
"""


@pytest.fixture(scope="module")
def spread() -> Spread:
    return Spread(compare(read_source(PTX, "sum.ptx"), "ptx", read_source(AMD, "sum.s"), "amdgcn"))
