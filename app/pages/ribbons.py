"""The units that links join → the strands drawn between the columns, in the pixels of the gutter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.operations import Group
from app.pages.sheet import FAINT, Half, Joint, Sheet, parts

ROW = 20
"""Height of a row."""
WIDTH = 76
"""Width of the gutter."""
_FAR = 15
_FAR_FAINT = 4
_STRANDS = 8
"""Strands that one link gets at most; its further members get ticks."""


class Strand(NamedTuple):
    """A ribbon from a block of rows on the left to one on the right."""

    link: int
    style: str
    top: int
    bottom: int
    """The last row that it may reach: every window from ``top`` on to here draws it, and shows its own part."""
    path: str


class Stub(NamedTuple):
    """The end of a link whose other end is too far away to draw."""

    link: int
    style: str
    side: str
    row: int
    path: str
    label: str
    line: int
    """The other end's line, on the other side."""


class Tick(NamedTuple):
    """A member of a link that has strands enough."""

    link: int
    style: str
    side: str
    row: int


class Ribbons(NamedTuple):
    """All that is drawn in the gutter, by window."""

    strands: dict[int, list[Strand]]
    stubs: dict[int, list[Stub]]
    ticks: dict[int, list[Tick]]


class _Block(NamedTuple):
    first: int
    last: int


def ribbons(sheet: Sheet, window: int) -> Ribbons:
    """Everything between the columns of ``sheet``, grouped into windows of ``window`` rows."""
    found = Ribbons({}, {}, {})
    for number, joint in enumerate(sheet.joints):
        if joint is None:
            continue
        style = _style(sheet, joint)
        drawn = parts(joint, sheet.left, sheet.right)
        for part in drawn:
            left, right = _blocks(sheet.left, part.left), _blocks(sheet.right, part.right)
            for each in _strands(number, style, left, right):
                for place in range(each.top // window, each.bottom // window + 1):
                    found.strands.setdefault(place, []).append(each)
            _ends(sheet, number, style, left, right, found, window)
        for side, half, members in (("L", sheet.left, joint.left), ("R", sheet.right, joint.right)):
            left_out = set(members).difference(*(part.left if side == "L" else part.right for part in drawn))
            for row in (half.row_of[at] for at in sorted(left_out)):
                found.ticks.setdefault(row // window, []).append(Tick(number, style, side, row))
    return found


def _style(sheet: Sheet, joint: Joint) -> str:
    """The more telling class of the two ends."""
    left = sheet.left.column.styles[sheet.left.units[joint.left[0]].first]
    right = sheet.right.column.styles[sheet.right.units[joint.right[0]].first]
    return right if left in FAINT or not left else left


def _blocks(half: Half, members: Sequence[int]) -> list[_Block]:
    """Runs of adjacent rows."""
    blocks: list[_Block] = []
    for at in members:
        row = half.row_of[at]
        if blocks and row == blocks[-1].last + 1:
            blocks[-1] = _Block(blocks[-1].first, row)
        else:
            blocks.append(_Block(row, row))
    return blocks


def _paired(left: list[_Block], right: list[_Block]) -> list[tuple[int, int]]:
    """Which block is drawn to which: in order, the shorter list's blocks shared out over the longer."""
    count = max(len(left), len(right))
    return [(n * len(left) // count, n * len(right) // count) for n in range(count)]


def _near(style: str, left: _Block, right: _Block) -> bool:
    distance = max(left.first - right.last, right.first - left.last, 0)
    return distance <= (_FAR_FAINT if style in FAINT or style == Group.CONVERT else _FAR)


def _strands(number: int, style: str, left: list[_Block], right: list[_Block]) -> Iterator[Strand]:
    pairs = _paired(left, right)
    drawn = [pair for pair in pairs if _near(style, left[pair[0]], right[pair[1]])][:_STRANDS]
    used: dict[tuple[str, int], int] = {}
    total: dict[tuple[str, int], int] = {}
    for a, b in pairs:
        total["L", a] = total.get(("L", a), 0) + 1
        total["R", b] = total.get(("R", b), 0) + 1
    for a, b in pairs:
        y0, y1 = _share(left[a], used, total, "L", a)
        z0, z1 = _share(right[b], used, total, "R", b)
        if (a, b) in drawn:
            top = min(left[a].first, right[b].first)
            bottom = max(left[a].last, right[b].last)
            yield Strand(number, style, top, bottom, _curve(y0, y1, z0, z1))


def _share(
    block: _Block, used: dict[tuple[str, int], int], total: dict[tuple[str, int], int], side: str, at: int
) -> tuple[float, float]:
    """Top and bottom, in pixels, of the next strand at a block that several strands share."""
    count = total[side, at]
    position = used.get((side, at), 0)
    used[side, at] = position + 1
    top = block.first * ROW + 1
    height = (block.last - block.first + 1) * ROW - 2
    return top + height * position / count, top + height * (position + 1) / count


def _curve(y0: float, y1: float, z0: float, z1: float) -> str:
    half = WIDTH // 2
    return (
        (f"M0 {y0:g}C{half} {y0:g} {half} {z0:g} {WIDTH} {z0:g}V{z1:g}C{half} {z1:g} {half} {y1:g} 0 {y1:g}Z")
        if (y0, y1) != (z0, z1)
        else f"M0 {y0:g}H{WIDTH}V{y1:g}H0Z"
    )


def _ends(
    sheet: Sheet, number: int, style: str, left: list[_Block], right: list[_Block], found: Ribbons, window: int
) -> None:
    pairs = _paired(left, right)
    near = [pair for pair in pairs if _near(style, left[pair[0]], right[pair[1]])]
    shown = near[:_STRANDS]
    for side, blocks, others, at in (("L", left, right, 0), ("R", right, left, 1)):
        reached = {pair[at] for pair in shown}
        close = {pair[at] for pair in near}
        for position, block in enumerate(blocks):
            if position in reached:
                continue
            if position in close or (reached and len(blocks) > 1):
                for row in range(block.first, block.last + 1):
                    found.ticks.setdefault(row // window, []).append(Tick(number, style, side, row))
                continue
            other = others[next(pair[1 - at] for pair in pairs if pair[at] == position)]
            stub = _stub(sheet, number, style, side, block, other)
            found.stubs.setdefault(block.first // window, []).append(stub)


def _stub(sheet: Sheet, number: int, style: str, side: str, block: _Block, other: _Block) -> Stub:
    row = sheet.rows[other.first]
    half = sheet.right if side == "L" else sheet.left
    line = half.units[row.right if side == "L" else row.left].first
    y = block.first * ROW + 2
    edge, tip = (0, 20) if side == "L" else (WIDTH, WIDTH - 20)
    inner = (edge + tip) / 2 + (3 if side == "L" else -3)
    path = f"M{edge} {y}H{inner:g}Q{tip} {y} {tip} {y + 8}Q{tip} {y + 16} {inner:g} {y + 16}H{edge}Z"
    arrow = "↓" if other.first > block.first else "↑"
    return Stub(number, style, side, block.first, path, f"{arrow} {line}", line)
