"""A target such as ``sm_100a`` → what people call it."""

from __future__ import annotations

import re

_NAMES = (
    (10, 14, "Tesla"),
    (20, 22, "Fermi"),
    (30, 38, "Kepler"),
    (50, 54, "Maxwell"),
    (60, 63, "Pascal"),
    (70, 73, "Volta"),
    (75, 76, "Turing"),
    (80, 88, "Ampere"),
    (89, 90, "Ada"),
    (90, 91, "Hopper"),
    (100, 104, "Blackwell"),
    (110, 111, "Blackwell (Thor)"),
    (120, 122, "Blackwell (RTX)"),
)


def title(target: str | None) -> str:
    """The architecture's name; empty when the target is unknown."""
    match = re.match(r"sm_(\d+)[af]?$", target or "")
    if not match:
        return ""
    number = int(match[1])
    return next((name for first, end, name in _NAMES if first <= number < end), "")
