"""One statement → what it leaves outstanding, what it waits on, and which barrier object it works on.

Groups: operations join the group that is open, ``commit_group`` closes it, and a wait for N lets the N
youngest closed groups go on; what is not yet closed no wait but ``wait_all`` covers (PTX ISA, asynchronous
copies, wgmma and tcgen05 sections).
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.base import BarrierUse, Counter, Event, Sum, Wait
from app.model import Statement

_MOST = 64
"""More groups than any kernel keeps open."""
_GROUPS = ("cp.async", "cp.async.bulk", "wgmma")
COUNTERS = (
    Counter("cp.async", _MOST, "groups of cp.async copies", "PTX ISA, cp.async.wait_group"),
    Counter("cp.async.bulk", _MOST, "bulk groups that have not finished writing", "PTX ISA, cp.async.bulk.wait_group"),
    Counter(
        "cp.async.bulk.read", _MOST, "bulk groups that still read their source", "PTX ISA, cp.async.bulk.wait_group"
    ),
    Counter("wgmma", _MOST, "groups of wgmma.mma_async", "PTX ISA, wgmma.wait_group"),
    Counter("tcgen05.ld", _MOST, "loads from tensor memory", "PTX ISA, tcgen05.wait"),
    Counter("tcgen05.st", _MOST, "stores to tensor memory", "PTX ISA, tcgen05.wait"),
    Counter("barrier.cluster", 1, "arrivals at the cluster barrier", "PTX ISA, barrier.cluster"),
)


def _member(counter: str, **how: bool) -> Event:
    return Event(counter, counter, step=0, **how)


def _close(counter: str) -> Event:
    return Event(counter, counter, member=False)


@lru_cache(maxsize=4096)
def _events(name: str) -> tuple[Event, ...]:
    if name.startswith("cp.async"):
        if name.startswith(("cp.async.ca", "cp.async.cg")):
            return (_member("cp.async"),)
        if name.startswith("cp.async.commit_group"):
            return (_close("cp.async"),)
        if name.startswith("cp.async.bulk.commit_group"):
            return _close("cp.async.bulk"), _close("cp.async.bulk.read")
    if name.endswith(".bulk_group") or ".bulk_group." in name:
        return _member("cp.async.bulk"), _member("cp.async.bulk.read")
    if name.startswith("wgmma.mma_async"):
        return (_member("wgmma", delivers=True, chained=True),)
    if name.startswith("wgmma.commit_group"):
        return (_close("wgmma"),)
    if name.startswith("tcgen05.ld"):
        return (Event("tcgen05.ld", "tcgen05.ld", False, delivers=True),)
    if name.startswith("tcgen05.st."):
        return (Event("tcgen05.st", "tcgen05.st", False),)
    if name.startswith("barrier.cluster.arrive"):
        return (Event("barrier.cluster", "barrier.cluster"),)
    return ()


def events(statement: Statement) -> tuple[Event, ...]:
    """What ``statement`` leaves outstanding."""
    return _events(statement.name)


def waits(statement: Statement) -> tuple[Wait, ...]:
    """The groups that ``statement`` waits for; ``value`` is how many may stay."""
    return _waits(statement.name, statement.args) if "wait" in statement.name else ()


@lru_cache(maxsize=4096)
def _waits(name: str, args: str) -> tuple[Wait, ...]:
    if name.startswith("cp.async.wait_all"):
        return (Wait("cp.async", 0),)
    if name.startswith("tcgen05.wait::"):
        return (Wait(f"tcgen05.{name[14:16]}", 0),)
    if name.startswith("barrier.cluster.wait"):
        return (Wait("barrier.cluster", 0),)
    for counter in _GROUPS:
        if name.startswith(f"{counter}.wait_group"):
            return _group(counter, name, args)
    return ()


def _group(counter: str, name: str, args: str) -> tuple[Wait, ...]:
    value = _number(args)
    least = _MOST + 1 if value is None else value + 1
    if counter != "cp.async.bulk":
        return (Wait(counter, value, least),)
    reading = name.endswith(".read")
    read = Wait("cp.async.bulk.read", value, least, shown=reading)
    return (read,) if reading else (Wait(counter, value, least), read)


def _number(text: str) -> int | None:
    try:
        return int(text.strip().rstrip("uU"), 0)
    except ValueError:
        return None


_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_COMPLETERS = ("mbarrier.arrive", "mbarrier.complete_tx", "cp.async.mbarrier.arrive", "tcgen05.commit")
_WAITERS = ("mbarrier.try_wait", "mbarrier.test_wait")


def barrier(statement: Statement) -> BarrierUse | None:
    """What a statement does with a barrier object; ``None`` when it works on none."""
    name = statement.name
    if "mbarrier" not in name and not name.startswith("tcgen05.commit"):
        return None
    places = _BRACKET.findall(statement.args)
    if not places:
        return None
    if name.startswith(_WAITERS):
        parity = _number(_operand_after_address(statement.args)) if ".parity" in name else None
        return BarrierUse("wait", places[0].strip(), parity)
    if name.startswith("mbarrier.init"):
        return BarrierUse("init", places[0].strip(), None)
    if name.startswith(_COMPLETERS):
        return BarrierUse("complete", places[0].strip(), None)
    if "mbarrier::complete_tx" in name:
        return BarrierUse("complete", places[-1].strip(), None)
    return None


def _operand_after_address(args: str) -> str:
    return args.partition("]")[2].lstrip(" ,").partition(",")[0]


_ASYNC_READS = ("wgmma.mma_async", "tcgen05.mma", "tcgen05.cp", "cp.async.bulk", "cp.reduce.async.bulk")


@lru_cache(maxsize=4096)
def proxy(name: str) -> str:
    """What a mnemonic means to the rules about proxies of shared memory."""
    if name.startswith("fence.proxy.async"):
        return "fence"
    if name.startswith(("st.shared", "stmatrix", "st.async")):
        return "write"
    if not name.startswith(_ASYNC_READS) or ".commit_group" in name or ".wait_group" in name or "prefetch" in name:
        return ""
    copies_in = name.startswith("cp.async.bulk") and ".global.shared" not in name
    return "" if copies_in or name.startswith("tcgen05.mma.ws.fence") else "read"


_MOVES = ("mov.", "cvta.", "cvt.", "mapa.")
_REGISTER = re.compile(r"[A-Za-z_%$][\w$%]*")


def address_sum(statement: Statement) -> Sum | None:
    """A statement as the sum that it leaves in a register; ``None`` when its result is no plain number."""
    name = statement.name
    parts = [part.strip() for part in statement.args.split(",")]
    target = parts[0]
    if len(parts) < 2 or not _REGISTER.fullmatch(target):
        return None
    if name.startswith(_MOVES) and (len(parts) == 2 or name.startswith("mapa.")):
        return _terms(target, parts[1])
    if name.startswith("add.") and len(parts) == 3:
        return _terms(target, parts[1], parts[2])
    if name.startswith("sub.") and len(parts) == 3:
        less = _number(parts[2])
        return _terms(target, parts[1], str(-less)) if less is not None else _terms(target, parts[1], whole=False)
    if name.startswith("mad.") and len(parts) == 4:
        return _terms(target, parts[3], whole=False)
    if name.startswith(("shl.", "mul.", "and.", "shr.", "rem.", "min.", "max.", "bfe.", "prmt.")):
        return Sum(target, (), False)
    if name.startswith("selp.") and len(parts) == 4:
        return Sum(target, (), False, choices=(parts[1], parts[2]))
    return None


def _terms(target: str, *texts: str, whole: bool = True) -> Sum | None:
    terms: list[str | int] = []
    for text in texts:
        for part in re.split(r"\s*\+\s*", text):
            value = _number(part)
            if value is None and not _REGISTER.fullmatch(part):
                return None
            terms.append(part if value is None else value)
    return Sum(target, tuple(terms), whole)


def address(text: str) -> tuple[str | int, ...]:
    """``%r1+8`` → ``("%r1", 8)``; what stands in an address operand's brackets."""
    found = _terms("", text)
    return found.terms if found else ()
