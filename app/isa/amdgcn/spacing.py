"""Two instructions near each other → the wait states that CDNA hardware needs between them and does not insert.

A wait state is one instruction issued, or ``N + 1`` for ``s_nop N``. Only rules about matrix instructions are
kept: what they write is read, overwritten or taken as another one's operand. Numbers are those of the tables
"Manually Inserted Wait States" in the CDNA manuals as LLVM's GCNHazardRecognizer applies them; ``passes`` are
the instruction's cycles divided by 4.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.isa.amdgcn import implicit, issue
from app.isa.amdgcn.operands import split
from app.isa.amdgcn.registers import is_vector, registers
from app.isa.base import Paced
from app.model import Effects, Statement

LONGEST = 20
"""Wait states after which nothing is needed any more."""
_TARGETS = {"gfx908": "908", "gfx90a": "90a", "gfx940": "940", "gfx941": "940", "gfx942": "940", "gfx950": "950"}
_MATRIX = re.compile(r"v_(?:mfma|smfmac)_\w+")
_DOUBLE = re.compile(r"v_mfma_f64_\w+")
_NOT_XDL = re.compile(r"v_mfma_f32_\d+x\d+x\d+(?:_\d+b)?_?f32")
_DOT = re.compile(r"v_dot\w+")


def family(target: str | None) -> str:
    """The set of rules of a target; empty when it has none that are kept here."""
    return _TARGETS.get(target or "", "")


def paced(statement: Statement, effects: Effects, cycles: int | None, target: str | None) -> Paced | None:
    """What the rules look at; ``None`` for what no rule speaks of."""
    kind = _kind(statement.name, statement.args, family(target))
    if not kind:
        return None
    writes = frozenset(filter(is_vector, effects.writes))
    if kind in ("xdl", "single", "double"):
        if not cycles or len(operands := split(statement.args).positional) < 4:
            return None
        addend = frozenset(filter(is_vector, registers(operands[3])))
        if statement.name.startswith("v_smfmac"):
            addend, operands = frozenset(filter(is_vector, registers(operands[0]))), (*operands, operands[3])
        factors = frozenset(filter(is_vector, registers(", ".join((*operands[1:3], *operands[4:5])))))
        return Paced(kind, cycles // 4, writes, factors, addend)
    reads = frozenset(filter(is_vector, effects.reads))
    return Paced(kind, 0, writes, reads, frozenset()) if reads or writes else None


@lru_cache(maxsize=16384)
def _kind(name: str, args: str, rules: str) -> str:
    if name.startswith("v_"):
        stem = implicit.stem(name)
        if _MATRIX.fullmatch(stem):
            if _DOUBLE.fullmatch(stem):
                return "double"
            return "single" if rules in ("940", "950") and _NOT_XDL.fullmatch(stem) else "xdl"
        if stem.startswith("v_accvgpr_") and rules == "908":
            return "read" if "read" in stem else "write"
        return "dot" if _DOT.fullmatch(stem) else "valu"
    return "memory" if issue.of(name, args) not in ("", "scalar", "message", "signal") else ""


def wait_states(earlier: Paced, later: Paced, target: str | None) -> int:
    """Wait states needed between the two; 0 when they share no register that matters."""
    rules = family(target)
    if earlier.kind in ("valu", "dot", "memory", "read", "write"):
        legacy = earlier.kind == "valu" and later.kind in ("xdl", "single", "double")
        return 2 if legacy and earlier.writes & (later.reads | later.addend) else 0
    if later.kind in ("xdl", "single", "double"):
        return 0 if rules == "908" else max(_factors(earlier, later, rules), _addend(earlier, later, rules))
    return _old(earlier, later) if rules == "908" else _plain(earlier, later, rules)


_BY_PASSES = {2: 5, 4: 7, 8: 11, 16: 19}
_OLD_READ = {2: 4, 8: 10, 16: 18}
_OLD_WRITE = {2: 1, 8: 7, 16: 15}


def _old(earlier: Paced, later: Paced) -> int:
    """gfx908, where results stand in accumulation registers that two instructions alone move."""
    if later.kind == "read" and earlier.writes & later.reads:
        return _OLD_READ.get(earlier.passes, 0)
    if later.kind == "write" and earlier.writes & later.writes:
        return _OLD_WRITE.get(earlier.passes, 0)
    return 0


def _settled(earlier: Paced, rules: str) -> int:
    """From a matrix result to anything else that reads or overwrites it."""
    if rules == "90a":
        return _BY_PASSES.get(earlier.passes, 0)
    if earlier.kind == "single":
        return earlier.passes + 2
    return earlier.passes + 3 + (rules == "950" and earlier.passes != 2)


def _plain(earlier: Paced, later: Paced, rules: str) -> int:
    """A matrix result read or overwritten by another kind of instruction, or its addend overwritten."""
    needed = 0
    if earlier.writes & (later.reads | later.writes):
        if earlier.kind == "double":
            small, memory = earlier.passes == 4, later.kind == "memory" and bool(earlier.writes & later.reads)
            large = 19 if rules == "950" else 11
            needed = (9 if small else 18) if memory else (6 if small else large)
        else:
            needed = _settled(earlier, rules)
    if later.writes & earlier.addend and (earlier.kind == "xdl"):
        needed = max(needed, {2: 1, 4: 3, 8: 7, 16: 15}.get(earlier.passes, 0))
    return needed


def _factors(earlier: Paced, later: Paced, rules: str) -> int:
    """A matrix result taken as A or B of the next one."""
    if not earlier.writes & later.reads:
        return 0
    if earlier.kind == "double":
        return 6 if earlier.passes == 4 else 19 if rules == "950" else 11
    return _settled(earlier, rules)


def _addend(earlier: Paced, later: Paced, rules: str) -> int:
    """A matrix result taken as C of the next one: free where both name the same registers."""
    if not earlier.writes & later.addend:
        return 0
    if earlier.writes == later.addend:
        if earlier.kind == later.kind == "double" and earlier.passes == 4:
            return 4
        return 2 if rules in ("940", "950") and earlier.passes == 2 else 0
    if earlier.kind == "double":
        if later.kind == "xdl":
            return 0
        return 4 if earlier.passes == 4 else 17 if rules == "950" else 9
    if rules == "90a":
        return {2: 2, 8: 8, 16: 16}.get(earlier.passes, 0) + (later.kind == "double")
    if later.kind == "xdl":
        return earlier.passes + 1 + (rules == "950") if earlier.kind == "xdl" else 0
    if earlier.kind == "single":
        return earlier.passes
    return earlier.passes + 1 + (rules == "950" and earlier.passes != 2)


def taken(statement: Statement) -> int:
    """Wait states that a statement itself takes."""
    if statement.name != "s_nop":
        return 1
    try:
        return int(statement.args, 0) + 1
    except ValueError:
        return LONGEST
