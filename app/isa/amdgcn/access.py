"""A stem and its operands' texts → which of them are read and which written, by the shape of the name."""

from __future__ import annotations

import re

from app.model import Access

_R, _W, _RW, _N = Access.READ, Access.WRITE, Access.READWRITE, Access.NONE

_NO_REGISTERS = re.compile(
    r"s_(?:wait\w*|monitor_sleep|delay_alu|nop|sleep|clause|endpgm\w*|set(?:prio\w*|halt|kill|_vgpr_msb|_inst_prefetch\w*)|inst_prefetch"
    r"|sendmsg(?:halt)?|branch|cbranch_(?!i_fork|g_fork)\w*|trap|icache\w*|dcache\w*|gl1_inv|code_end|version|round_mode"
    r"|denorm_mode|incperflevel|decperflevel|ttracedata\w*|set_gpr_idx_mode|set_gpr_idx_off|barrier|wakeup)"
)
_READS_ALL = re.compile(
    r"""(?x)
    s_(?: cmp\w* | bitcmp\w* | store\w* | buffer_store\w* | scratch_store\w* | setpc\w* | set_pc\w*
        | rfe\w*
        | cbranch_\w+_fork | set_gpr_idx_\w+ | setvskip | sleep_var | barrier_\w+ | wakeup_barrier
        | prefetch\w* | buffer_prefetch\w*
        | atc_probe\w* | setreg\w* | add_pc\w* | alloc_vgpr )
  | ds_(?: (?:write|store)(?!\w*_rtn)\w* | gws\w* | nop | atomic_async\w*
         | (?!(?:read|load|\w+_rtn|bpermute|permute|swizzle|consume|append|ordered|bvh|param|direct|wrap)) \w+ )
  | t?buffer_(?: store\w* | inv\w* | wb\w* | gl[01]_inv )
  | (?:global|flat|scratch|cluster)_(?: store\w* | prefetch\w* | load_lds\w* | load_async\w* | wb\w* | inv )
  | image_store\w* | exp | export\w* | tensor_\w+ | v_(?: nop | clrexcp | pipeflush )
  """
)
_DESTINATION_READ = re.compile(
    r"""(?x)
    v_(?: (?:pk_)?f?mac_\w+ | dot\d+c_\w+ | dot\d+acc_\w+ | dual_(?:fmac|dot2acc)\w* | smfmac_\w+ | swmmac_\w+
        | interp_p2_f32 )
  | s_(?: addk_\w+ | addk_co_\w+ | mulk_\w+ | cmovk_\w+ | cmov_\w+ | fmac_\w+ | bitset[01]_\w+ | subvector_loop_\w+ )
  """
)
_BOTH_WRITTEN = re.compile(r"v_(?:swap|swaprel|permlane\d+_swap)_\w+")
_SECOND_WRITTEN = re.compile(
    r"v_(?:div_scale|mad_[iu]64_[iu]32|mad_co_[iu]64_[iu]32|(?:add|sub|subrev)_co|(?:add|sub|subrev)_co_ci"
    r"|(?:addc|subb|subbrev))(?:_\w+)?"
)
_OLD_CARRY = re.compile(r"v_(?:add|sub|subrev)_[iu]32")
"""Without carry on gfx9 (three operands), with one on gfx6 to gfx8 (four)."""
_CARRIER = re.compile(r"(?:vcc|s\[|s\d|ttmp|null|exec|\[)")
_RETURNING = re.compile(r"glc|sc0|th:TH_ATOMIC_(?:\w*_)?RETURN")


def accesses(
    stem: str, operands: tuple[str, ...], modifiers: tuple[str, ...], target: str | None
) -> tuple[Access, ...]:
    """One access an operand."""
    count = len(operands)
    if not count:
        return ()
    if _NO_REGISTERS.fullmatch(stem):
        return (_N,) * count
    if "atomic" in stem and not stem.startswith("ds_"):
        return _atomic(stem, count, modifiers)
    if _READS_ALL.fullmatch(stem) or ("lds" in modifiers and "load" in stem):
        return (_R,) * count
    if stem.startswith("v_cmpx_") and count == 2:
        return (_R, _R)
    if _BOTH_WRITTEN.fullmatch(stem):
        return (_RW, _RW) + (_R,) * (count - 2)
    if stem.startswith("ds_bvh_stack") and count > 1:
        return (_W, _RW) + (_R,) * (count - 2)
    if stem in ("image_bvh8_intersect_ray", "image_bvh_dual_intersect_ray") and count > 3:
        return (_W, _R, _RW, _RW) + (_R,) * (count - 4)
    if "_ld_scale" in stem:
        return (_R,) * count
    if count > 3 and _CARRIER.match(operands[1]) and (_SECOND_WRITTEN.match(stem) or _OLD_CARRY.fullmatch(stem)):
        return (_W, _W) + (_R,) * (count - 2)
    first = _RW if _DESTINATION_READ.fullmatch(stem) else _W
    return (first,) + (_R,) * (count - 1)


def _atomic(stem: str, count: int, modifiers: tuple[str, ...]) -> tuple[Access, ...]:
    returns = any(map(_RETURNING.fullmatch, modifiers))
    rest = (_R,) * (count - 1)
    if stem.startswith(("global_", "flat_", "scratch_")):
        # Without the modifier there is no destination operand at all.
        return ((_W if returns else _R), *rest)
    return ((_RW if returns else _R), *rest)
