"""A mnemonic and its modifiers → the class of work that an instruction leaves outstanding when it has issued.

Classes are the keys of ``work`` in ``counters.toml``; the empty text stands for an instruction that no memory
counter counts.
"""

from __future__ import annotations

import re
from functools import lru_cache

_RETURNS = re.compile(r"\b(?:glc|sc0|th:TH_ATOMIC_(?:\w*_)?RETURN\w*)\b")
_DMA = re.compile(r"\blds\b")
_SCALAR = re.compile(
    r"s_(?:(?:buffer_|scratch_)?(?:load|store|atomic)_\w+|dcache_\w+|memtime|memrealtime|gl1_inv|get_waveid_in_workgroup|atc_probe\w*)"
)
_MESSAGE = re.compile(r"s_sendmsg\w*")
_SIGNAL = re.compile(r"s_(?:barrier_signal_isfirst|get_barrier_state|barrier_leave)")
_CACHE = re.compile(r"(?:t?buffer)_(?:inv\w*|gl[01]_inv|wbinvl1\w*)|global_inv|buffer_gl[01]_inv")
_CACHE_STORE = re.compile(r"buffer_wbl2|global_wb|global_wbinv")
_PREFIX = re.compile(r"(?:t?buffer|global|scratch|cluster|image|flat)_")
_ASYNC = re.compile(r"(?:global|cluster)_(load|store)_async_(?:to|from)_lds_\w+")
_LDS_DMA = re.compile(r"(?:buffer|global|scratch)_load_(?:lds_\w+|\w+_lds)")
_SAMPLE = re.compile(r"image_(?:sample|gather4|msaa_load)\w*")
_BVH = re.compile(r"image_bvh\w*")
_NO_WORK = re.compile(r"\w+_prefetch\w*")


@lru_cache(maxsize=16384)
def work(name: str, returns: bool, lds: bool, gds: bool) -> str:
    """The class of work of mnemonic ``name``; the flags say which modifiers stand behind its operands."""
    head = name[:2]
    if head == "v_":
        return ""
    if head == "s_":
        if _SCALAR.fullmatch(name):
            return "scalar"
        if _MESSAGE.fullmatch(name):
            return "message"
        return "signal" if _SIGNAL.fullmatch(name) else ""
    if head == "ds" or name.startswith("lds_"):
        return _local(name, gds)
    if name.startswith("tensor_"):
        return "tensor" if "_lds" in name else ""
    if name in ("exp", "export") or name.startswith("exp_"):
        return "export"
    if not _PREFIX.match(name) or _NO_WORK.fullmatch(name):
        return ""
    return _vector(name, returns, lds)


def _local(name: str, gds: bool) -> str:
    if name.startswith(("ds_param_load", "ds_direct_load", "lds_param_load", "lds_direct_load")):
        return "parameter"
    if name == "ds_nop":
        return ""
    if name.startswith("ds_atomic_async"):
        return "async_arrive"
    return "gds" if gds or name.startswith(("ds_gws_", "ds_ordered_count")) else "lds"


def _vector(name: str, returns: bool, lds: bool) -> str:
    if _CACHE.fullmatch(name):
        return "cache"
    if _CACHE_STORE.fullmatch(name):
        return "cache_store"
    copy = _ASYNC.fullmatch(name)
    if copy:
        return f"async_{copy[1]}"
    flat = "flat_" if name.startswith("flat_") else ""
    if "_atomic_" in name:
        return f"{flat}atomic_return" if returns else f"{flat}atomic"
    if "_store" in name:
        return f"{flat}store"
    if lds or _LDS_DMA.fullmatch(name):
        return "dma"
    if _SAMPLE.fullmatch(name):
        return "sample"
    if _BVH.fullmatch(name):
        return "bvh"
    return f"{flat}load" if "_load" in name or "_get_" in name else ""


def of(name: str, args: str) -> str:
    """The class of work of one instruction."""
    return work(
        name,
        "atomic" in name and _RETURNS.search(args) is not None,
        "lds" in args and _DMA.search(args) is not None,
        "gds" in args,
    )
