"""A model of waits written apart from the product: it follows one load at a time along every path.

It reads AMD assembly by its own patterns. A load is watched from its issue on: each path carries how many
younger operations of its kind stand behind it on each counter, until a wait is strict enough. A register of the
load that appears in any operand before that makes the program wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LINE = re.compile(r"^\s*(?:([.\w$]+):)?\s*([a-z_][\w.]*)?\s*([^;/]*(?:/\*[^*]*\*/[^;/]*)*)")
REGISTER = re.compile(r"\b([vsa])(?:(\d+)|\[(\d+):(\d+)\])|\b(vcc|m0|scc|exec)(?:_lo|_hi)?\b")
NAMED = re.compile(r"[vas](?:\d+|\[[\d:]+\])\s*/\*\s*([vas](?:\d+|\[\d+:\d+\]))\s*\*/")


@dataclass(frozen=True)
class Line:
    label: str
    name: str
    args: str


def read(text: str) -> list[Line]:
    """Lines of the first kernel, labels and instructions; everything behind s_endpgm's last one is left out."""
    lines = []
    for raw in text.splitlines():
        found = LINE.match(raw)
        label, name, args = found.groups() if found else (None, None, "")
        if name and (
            name.startswith(".") or not re.match(r"(?:s|v|ds|buffer|global|flat|scratch|tensor|cluster|tbuffer)_", name)
        ):
            name = None
        lines.append(Line(label or "", name or "", (args or "").strip() if name else ""))
    return lines


def registers(text: str) -> set[str]:
    text = NAMED.sub(lambda m: m[1], text)
    found: set[str] = set()
    for file, one, low, high, special in REGISTER.findall(text):
        if special:
            found.add(special)
        elif one:
            found.add(file + one)
        else:
            found.update(f"{file}{n}" for n in range(int(low), int(high) + 1))
    return found


def counters(line: Line, gfx: str) -> tuple[tuple[str, str, bool], ...]:
    """Counter, kind and whether it is in order, for each that counts ``line``."""
    name, new = line.name, gfx.startswith("gfx12")
    local = "dscnt" if new else "lgkmcnt"
    if name.startswith(("s_load", "s_buffer_load", "s_memtime", "s_memrealtime")):
        return (("kmcnt" if new else "lgkmcnt", "scalar", False),)
    if name.startswith("ds_"):
        return ((local, "lds", True),)
    if not re.match(r"(?:buffer|global|flat|scratch|tbuffer)_", name) or re.search(r"_inv|_wb|gl[01]|prefetch", name):
        return ()
    if "async" in name:
        return (("asynccnt", "load" if "load" in name else "store", True),)
    gets = "load" in name or ("atomic" in name and re.search(r"\b(?:glc|sc0)\b|TH_ATOMIC_RETURN|RETURN", line.args))
    older = "vmcnt" if gets or gfx.startswith("gfx9") else "vscnt"
    far = ("loadcnt" if gets else "storecnt") if new else older
    if name.startswith("flat_"):
        return ((far, "flat", False), (local, "flat", False))
    return ((far, "memory", True),)


def wait(line: Line, gfx: str) -> dict[str, int]:
    """What may stay outstanding on each counter that ``line`` waits on."""
    if line.name == "s_waitcnt":
        return {c: int(n, 0) for c, n in re.findall(r"(\w+cnt)\((\w+)\)", line.args)}
    single = re.fullmatch(r"s_wait_(\w+?cnt)(_dscnt)?", line.name)
    if single:
        value = int(line.args, 0)
        return {single[1]: value >> 8, "dscnt": value & 0x3F} if single[2] else {single[1]: value}
    if line.name == "s_waitcnt_vscnt":
        return {"vscnt": int(line.args.split(",")[1], 0)}
    return {}


class Program:
    """A program that can be asked, again and again with one wait changed, which loads are touched too early."""

    def __init__(self, text: str, gfx: str) -> None:
        self.lines = read(text)
        self.gfx = gfx
        self.labels = {line.label: n for n, line in enumerate(self.lines) if line.label}
        self.counted = [counters(line, gfx) for line in self.lines]
        self.waits = [wait(line, gfx) for line in self.lines]
        self.named = [registers(line.args) for line in self.lines]
        self.loads = [n for n in range(len(self.lines)) if self._result(n)]
        self.code = [n for n, line in enumerate(self.lines) if line.name]
        place = {n: k for k, n in enumerate(self.code)}
        self.next = {n: self.code[k + 1] if k + 1 < len(self.code) else None for n, k in place.items()}
        self.first_at: list[int | None] = [None] * (len(self.lines) + 1)
        for n in range(len(self.lines) - 1, -1, -1):
            self.first_at[n] = n if self.lines[n].name else self.first_at[n + 1]

    def _result(self, n: int) -> set[str]:
        line = self.lines[n]
        if (
            not self.counted[n]
            or "store" in line.name
            or "write" in line.name
            or re.search(r"\blds\b|_to_lds", f"{line.args} {line.name}")
        ):
            return set()
        first = NAMED.sub(lambda m: m[1], line.args).split(",")[0]
        if line.name.startswith("ds_") and not re.search(r"read|load|rtn|permute|swizzle|consume|append", line.name):
            return set()
        if (
            "atomic" in line.name
            and line.name.startswith(("global", "flat"))
            and not re.search(r"glc|sc0|RETURN", line.args)
        ):
            return set()
        if "atomic" in line.name and line.name.startswith("buffer") and not re.search(r"glc|sc0|RETURN", line.args):
            return set()
        return registers(first)

    def _after(self, n: int) -> Iterator[int]:
        line = self.lines[n]
        if line.name in ("s_endpgm", "s_setpc_b64"):
            return
        if line.name == "s_branch" or line.name.startswith("s_cbranch"):
            target = self.labels.get(line.args.split(",")[-1].strip())
            if target is not None and self.first_at[target] is not None:
                yield self.first_at[target]
        if line.name != "s_branch" and self.next[n] is not None:
            yield self.next[n]

    def early(
        self, load: int, changed: dict[int, dict[str, int]], budget: int = 200_000, met: set[int] | None = None
    ) -> int | None:
        """The line that touches ``load`` too early on some path; ``None`` when there is none. ``met`` gets the
        waits on the way.
        """
        result, mine = self._result(load), self.counted[load]
        work = [(n, (0,) * len(mine), (True,) * len(mine)) for n in self._after(load)]
        seen = set(work)
        while work and budget:
            budget -= 1
            n, younger, pending = work.pop()
            waited = changed.get(n, self.waits[n])
            if met is not None and waited:
                met.add(n)
            pending = tuple(
                due and not (c in waited and (waited[c] == 0 or (ordered and waited[c] <= behind)))
                for (c, _, ordered), behind, due in zip(mine, younger, pending, strict=True)
            )
            if not any(pending):
                continue
            if n == load:
                if not all(ordered for _, _, ordered in mine):
                    continue  # watched again from its next issue on
            elif result & self.named[n] and not self._same_order(n, mine, result):
                return n
            younger = tuple(
                min(63, behind + sum(c == other and k == kind for other, kind, _ in self.counted[n]))
                for (c, k, _), behind in zip(mine, younger, strict=True)
            )
            for after in self._after(n):
                state = (after, younger, pending)
                if state not in seen:
                    seen.add(state)
                    work.append(state)
        return None

    def _same_order(self, n: int, mine: Sequence[tuple[str, str, bool]], result: set[str]) -> bool:
        """A later load of the same kind that only writes the registers comes after it."""
        if not self._result(n) & result or not all(ordered for _, _, ordered in mine):
            return False
        rest = NAMED.sub(lambda m: m[1], self.lines[n].args).partition(",")[2]
        return self.counted[n] == tuple(mine) and not registers(rest) & result

    def mutants(self) -> Iterator[tuple[int, dict[str, int], str]]:
        """Every wait with one of its counters left out, or let go on with one more: line, what is left, in words."""
        for n, waited in enumerate(self.waits):
            for counter, value in waited.items():
                rest = {other: left for other, left in waited.items() if other != counter}
                yield n, rest, f"{counter}({value}) left out"
                yield n, {**rest, counter: value + 1}, f"{counter}({value}) as {value + 1}"

    def met_by(self) -> dict[int, list[int]]:
        """For each wait the loads that are watched when it is reached."""
        found: dict[int, list[int]] = {}
        for load in self.loads:
            met: set[int] = set()
            self.early(load, {}, met=met)
            for n in met:
                found.setdefault(n, []).append(load)
        return found

    def text_of(self, waited: dict[str, int], line: Line) -> str:
        """A wait as text that lets ``waited`` go on."""
        if line.name == "s_waitcnt":
            return " ".join(["s_waitcnt", *(f"{c}({n})" for c, n in waited.items())]) if waited else "s_nop 0"
        if not waited:
            return "s_nop 0"
        if line.name == "s_waitcnt_vscnt":
            return f"s_waitcnt_vscnt null, {waited['vscnt']}"
        if len(waited) == 2:
            first = next(counter for counter in waited if counter != "dscnt")
            return f"s_wait_{first}_dscnt {waited[first] << 8 | waited['dscnt']}"
        ((counter, value),) = waited.items()
        return f"s_wait_{counter} {value}"
