"""A stem → the registers that it touches without naming them, and whether it writes a part alone."""

from __future__ import annotations

import re

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


def _narrow(target: str | None) -> bool:
    return target is not None and target.startswith(("gfx10", "gfx11", "gfx12"))


def reads(stem: str, operands: int, modifiers: tuple[str, ...], target: str | None) -> tuple[str, ...]:
    """Registers read that the text does not name."""
    found: tuple[str, ...] = ()
    if stem[0] == "s":
        if _READS_SCC.fullmatch(stem):
            found += ("scc",)
        saves = _SAVES_EXEC.fullmatch(stem)
        if saves:
            found += _EXEC if saves[1] == "64" else _EXEC[:1]
        if stem.startswith("s_cbranch_exec"):
            found += _EXEC[:1] if _narrow(target) else _EXEC
        elif stem.startswith(("s_cbranch_vcc", "s_cbranch_cdbgsys_and_vcc")):
            found += _VCC[:1] if _narrow(target) else _VCC
    elif stem.startswith("v_div_fmas") or (stem in ("v_cndmask_b32", "v_dual_cndmask_b32") and operands == 3):
        found += _VCC[:1] if _narrow(target) else _VCC
    if (
        _READS_M0.fullmatch(stem)
        or ("lds" in modifiers and "load" in stem)
        or (
            stem.startswith("ds_")
            and target is not None
            and target[:4] in ("gfx6", "gfx7", "gfx8")
            and len(target) == 6
        )
    ):
        found += ("m0",)
    return found


def writes(stem: str, operands: int, target: str | None) -> tuple[str, ...]:
    """Registers written that the text does not name."""
    if stem[0] == "s":
        found: tuple[str, ...] = ("scc",) if _WRITES_SCC.fullmatch(stem) else ()
        saves = _SAVES_EXEC.fullmatch(stem)
        if saves:
            found += _EXEC if saves[1] == "64" else _EXEC[:1]
        if stem.startswith("s_subvector_loop_"):
            found += _EXEC
        if stem in ("s_set_gpr_idx_on", "s_set_gpr_idx_idx", "s_set_gpr_idx_mode"):
            found += ("m0",)
        return found
    if stem.startswith("v_cmpx_"):
        return _EXEC
    return ()


def written_part(stem: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """Of the registers of a destination those that change: a compare-and-swap returns half of what it takes."""
    if "cmpswap" in stem and stem.startswith(("buffer_", "s_", "image_")):
        return named[: len(named) // 2]
    return named


def partial(stem: str, modifiers: tuple[str, ...]) -> bool:
    """Whether part of a written register keeps its old value."""
    if "d16" in stem and _PARTIAL.fullmatch(stem) and not _WHOLE_D16.fullmatch(stem):
        return True
    if "d16" not in stem and _PARTIAL.fullmatch(stem):
        return True
    if not modifiers or stem[0] != "v":
        return False
    words = " ".join(modifiers)
    if "UNUSED_PRESERVE" in words:
        return True
    if any(key in words for key in ("quad_perm", "row_", "wave_", "dpp8")):
        masks = re.findall(r"(?:row|bank)_mask:\s*(\w+)", words)
        return "bound_ctrl" not in words or any(mask not in ("0xf", "0xF", "15") for mask in masks)
    return not _PACKED.fullmatch(stem) and _HALF_SELECTED.search(words) is not None
