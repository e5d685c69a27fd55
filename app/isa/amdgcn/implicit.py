"""A stem → the registers that it touches without naming them, and whether it writes a part alone."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_SUFFIX = re.compile(r"_(?:e32|e64|dpp8?|sdwa|e64_dpp8?)$")

_VCC = ("vcc_lo", "vcc_hi")
_EXEC = ("exec_lo", "exec_hi")

_WRITES_SCC = re.compile(
    r"""(?x) s_(?:
      (?: add | sub | addc | subb ) _ [iu]32 | (?: add | sub ) _co_(?:ci_)? [iu]32 | addk_i32 | addk_co_i32
    | (?: min | max | absdiff ) _ [iu]32 | abs_i32
    | (?: and | or | xor | andn[12] | orn[12] | nand | nor | xnor | and_not[01] | or_not[01] )
      (?: _saveexec | _wrexec )? _b(?:32|64)
    | (?: not | wqm | quadmask ) _b(?:32|64)
    | (?: lshl | lshr ) _b(?:32|64) | ashr_i(?:32|64) | lshl[1-4]_add_u32 | bfe_[iu](?:32|64)
    | bcnt[01]_i32_b(?:32|64) | cmp\w* | bitcmp\w+ | barrier_(?:signal_isfirst|leave) | alloc_vgpr )"""
)
_READS_SCC = re.compile(r"s_(?:(?:addc|subb)_u32|(?:add|sub)_co_ci_u32|cselect_b(?:32|64)|cmovk?_\w+|cbranch_scc[01])")
_SAVES_EXEC = re.compile(r"s_\w+_(?:saveexec|wrexec)_b(32|64)")
_READS_M0 = re.compile(
    r"""(?x) s_(?: sendmsg(?:halt)? | movrel\w+ | ttracedata )
    | v_(?: movrel\w+ | swaprel\w+ | interp_p\w+ | interp_mov\w+ )
    | ds_(?: gws_\w+ | append | consume | ordered_count | \w+_addtid_\w+ | param_load | direct_load )
    | lds_(?:param|direct)_load | cluster_load_\w+ | buffer_\w+_lds(?:_\w+)? | (?:global|scratch|flat)_load_lds_\w+"""
)
_WRITES_M0 = re.compile(r"s_set_gpr_idx_(?:on|idx|mode)")
_M0_LIMITS_LDS = re.compile(r"gfx[678]\w\w")
_PARTIAL = re.compile(
    r"""(?x) v_writelane_b32 | v_movreld\w* | v_movrelsd\w* | v_(?:mad|fma)_mix(?:lo|hi)_\w+ | v_permlane(?:x?16)\w*
    | v_interp_p2_\w*f16 | v_cvt_(?:pk|sr)_(?:fp8|bf8)_\w+ | s_movreld\w* | s_bitset\w+
    | (?:ds|t?buffer|global|flat|scratch)_(?:load|read)\w*_d16(?:_hi|_x|_hi_x|_format_x)? \w*"""
)
_WHOLE_D16 = re.compile(r"\w+_format_d16_xy\w+|\w+_d16_format_xy\w+|\w+_d16_xy\w+")
_HALF_SELECTED = re.compile(r"op_sel:\[\s*(?:[01]\s*,\s*){2,3}1\s*\]")
_PACKED = re.compile(r"v_(?:pk|dot|mfma|wmma|swmmac|smfmac|fma_mix_|mad_mix_|dual)\w*")


def stem(mnemonic: str) -> str:
    """The mnemonic without the suffix that chooses its encoding."""
    return _SUFFIX.sub("", mnemonic)


class Implicit(NamedTuple):
    """What a mnemonic does besides its operands."""

    reads: tuple[str, ...]
    writes: tuple[str, ...]
    partial: bool
    """Its write keeps part of the old value by nature."""
    returns_half: bool
    """A compare-and-swap that returns into its data: half of what it takes."""
    carry: tuple[str, ...]
    """Read where the operand that would name it is left out."""


@lru_cache(maxsize=16384)
def of(mnemonic: str, target: str | None) -> Implicit:
    """What ``mnemonic`` does besides its operands on ``target``."""
    name = stem(mnemonic)
    narrow = target is not None and target.startswith(("gfx10", "gfx11", "gfx12"))
    vcc, mask = (_VCC[:1], _EXEC[:1]) if narrow else (_VCC, _EXEC)
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    if name.startswith("s_"):
        saves = _SAVES_EXEC.fullmatch(name)
        saved = (_EXEC if saves[1] == "64" else _EXEC[:1]) if saves else ()
        reads = (*_if(_READS_SCC, name, "scc"), *saved, *_condition(name, vcc, mask))
        writes = (*_if(_WRITES_SCC, name, "scc"), *saved, *_if(_WRITES_M0, name, "m0"))
        if name.startswith("s_subvector_loop_"):
            writes += _EXEC
    elif name.startswith("v_cmpx_"):
        writes = _EXEC
    elif name.startswith("v_div_fmas"):
        reads = vcc
    if _READS_M0.fullmatch(name) or (name.startswith("ds_") and _M0_LIMITS_LDS.fullmatch(target or "")):
        reads += ("m0",)
    return Implicit(
        reads,
        writes,
        partial=_PARTIAL.fullmatch(name) is not None and not _WHOLE_D16.fullmatch(name),
        returns_half="cmpswap" in name and name.startswith(("buffer_", "s_", "image_")),
        carry=vcc if name in ("v_cndmask_b32", "v_dual_cndmask_b32") else (),
    )


def _if(pattern: re.Pattern[str], name: str, register: str) -> tuple[str, ...]:
    return (register,) if pattern.fullmatch(name) else ()


def _condition(name: str, vcc: tuple[str, ...], mask: tuple[str, ...]) -> tuple[str, ...]:
    if name.startswith("s_cbranch_vcc"):
        return vcc
    return mask if name.startswith("s_cbranch_exec") else ()


def leaves_part(mnemonic: str, modifiers: tuple[str, ...]) -> bool:
    """Whether modifiers make a vector instruction keep part of what it writes to."""
    if not mnemonic.startswith("v_"):
        return False
    words = " ".join(modifiers)
    if "UNUSED_PRESERVE" in words:
        return True
    if any(key in words for key in ("quad_perm", "row_", "wave_", "dpp8")):
        masks = re.findall(r"(?:row|bank)_mask:\s*(\w+)", words)
        return "bound_ctrl" not in words or any(mask not in ("0xf", "0xF", "15") for mask in masks)
    return _HALF_SELECTED.search(words) is not None and not _PACKED.fullmatch(mnemonic)
