"""A statement's mnemonic and operands → what is surely odd about them."""

from __future__ import annotations

from app.model import Instruction, Severity


def of(name: str, instruction: Instruction, texts: tuple[str, ...]) -> list[tuple[Severity, str]]:
    """Sure facts alone: counts that cannot be, values out of range."""
    return []
