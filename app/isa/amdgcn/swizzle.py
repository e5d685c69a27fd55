"""The offset of ``ds_swizzle_b32`` → the lane permutation that it encodes.

Source: AMD's ISA manuals, chapter on the local data share, and LLVM's syntax ``swizzle(MODE, …)``.
"""

from __future__ import annotations

import re

from app.isa.amdgcn.numbers import integer

_CALL = re.compile(r"swizzle\s*\(\s*(\w+)\s*,?\s*(.*?)\s*\)")


def meaning(value: str) -> str:
    """A sentence about the permutation; the bare pattern when it is no constant."""
    call = _CALL.fullmatch(value)
    if call:
        return _named(call[1].upper(), [part.strip() for part in call[2].split(",")])
    number = integer(value)
    return f"lane pattern {value}" if number is None else _encoded(number)


def _named(mode: str, parts: list[str]) -> str:
    if mode == "QUAD_PERM":
        return "within each group of 4: lanes 0 to 3 take from " + ", ".join(parts)
    if mode == "BITMASK_PERM":
        return f"within each group of 32, bit by bit of the lane number (0 and 1 fixed, p kept, i inverted): {parts[0]}"
    if mode == "BROADCAST" and len(parts) == 2:
        return f"in each group of {parts[0]} lanes all take the value of lane {parts[1]}"
    if mode == "SWAP":
        return f"neighbouring groups of {parts[0]} lanes exchange values"
    if mode == "REVERSE":
        return f"each group of {parts[0]} lanes reversed"
    if mode == "ROTATE" and len(parts) >= 2:
        return f"each group of 32 lanes rotated {'left' if parts[0] == '0' else 'right'} by {parts[1]}"
    if mode == "FFT":
        return f"lane order of a fast Fourier transform, pattern {parts[0]}"
    return f"lane pattern {mode} {', '.join(parts)}"


def _encoded(number: int) -> str:
    if number >= 0xE000:
        return _named("FFT", [hex(number & 0x1F)])
    if number >= 0xC000:
        return _named("ROTATE", [str(number >> 10 & 1), str(number >> 5 & 0x1F)])
    if number & 0x8000:
        return _named("QUAD_PERM", [str(number >> 2 * i & 3) for i in range(4)])
    keep, put, flip = number & 0x1F, number >> 5 & 0x1F, number >> 10 & 0x1F
    if keep == 0x1F and put == 0:
        return (
            f"within each group of 32: each lane takes the value of lane number XOR {flip}" if flip else "no movement"
        )
    return (
        f"within each group of 32: each lane takes the value of lane ((number AND {keep:#x}) OR {put:#x}) XOR {flip:#x}"
    )
