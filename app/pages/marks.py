"""The classes of operations as a reader meets them: their marks, their names, their filters."""

from __future__ import annotations

from typing import NamedTuple

from app.operations import Group

MARKS = {
    Group.MATRIX.value: "matrix",
    Group.ASYNC.value: "async",
    Group.GLOBAL.value: "global",
    Group.SHARED.value: "shared",
    Group.TENSOR.value: "tensor",
    Group.WAIT.value: "wait",
    Group.BARRIER.value: "barrier",
    Group.SPECIAL.value: "special",
    Group.SHUFFLE.value: "shuffle",
    Group.CONVERT.value: "convert",
    Group.CONTROL.value: "control",
}
"""Symbol of the sprite by class; arithmetic and moves have none."""


class Chip(NamedTuple):
    """One filter: some classes under one name."""

    name: str
    title: str
    groups: tuple[Group, ...]


CHIPS = (
    Chip("matrix", "matrix", (Group.MATRIX,)),
    Chip("async", "async copy", (Group.ASYNC,)),
    Chip("global", "global", (Group.GLOBAL,)),
    Chip("shared", "shared · LDS", (Group.SHARED, Group.TENSOR)),
    Chip("wait", "wait · barrier", (Group.WAIT, Group.BARRIER)),
    Chip("special", "special", (Group.SPECIAL,)),
    Chip("shuffle", "shuffle", (Group.SHUFFLE,)),
    Chip("convert", "convert", (Group.CONVERT,)),
    Chip("control", "control", (Group.CONTROL,)),
)
CHIP_OF = {group.value: chip.name for chip in CHIPS for group in chip.groups}
