"""A kernel's directives and metadata → its registers and memory, and how many waves of it a SIMD holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from app import paths, tables
from app.isa.amdgcn import costs, effects, targets
from app.model import Kind, Listing, Resources, Routine


@dataclass(frozen=True, slots=True)
class Generation:
    """What limits the waves of a SIMD on some targets; see ``occupancy.toml``."""

    targets: tuple[str, ...]
    waves: int
    vgprs: Mapping[str, int]
    granule: Mapping[str, int]
    lds: int
    simds: int
    groups: int
    sgprs: tuple[tuple[int, int], ...] = ()
    """Pairs: up to so many scalar registers, so many waves; empty where they never limit."""
    unified: bool = False
    """Accumulation registers come out of the same file as the others."""


@cache
def _generations() -> tuple[Generation, ...]:
    path = paths.APP / "isa" / "amdgcn" / "occupancy.toml"
    rows = tables.load(path)["generation"]
    return tuple(
        tables.row(Generation, values, f"{path.name}: generation {number}") for number, values in enumerate(rows, 1)
    )


def resources(listing: Listing, routine: Routine) -> Resources:
    """As the compiler states them in metadata, directives or symbols, in this order of trust; vector and scalar
    registers that nothing states are counted in the code.
    """
    facts = _Facts(routine)
    generation = _generation(targets.normalise(listing.target))
    unified = generation is not None and generation.unified
    alone, agpr, sgpr = facts.vgpr(unified), facts.agpr(), facts.sgpr(targets.normalise(listing.target))
    remarks = []
    if alone is None:
        used = _used(listing, routine)
        alone, agpr = used.get("v"), used.get("a", 0) if agpr is None and used else agpr
        sgpr = used["s"] + facts.special(listing.target or "", counted=True) if sgpr is None and "s" in used else sgpr
        if used:
            remarks.append("Registers are counted in the code: nothing states how many are reserved.")
    vgpr = facts.first("metadata.vgpr_count")
    if vgpr is None:
        vgpr = alone if generation is None or alone is None else _held(generation, alone, agpr or 0)
    if unified and agpr and alone:
        remarks.append(f"Of the vector registers {agpr} accumulate and {alone} do not: one file holds both.")
    lds = facts.first("metadata.group_segment_fixed_size", "amdhsa.group_segment_fixed_size")
    scratch = facts.first("metadata.private_segment_fixed_size", "amdhsa.private_segment_fixed_size")
    if lds == 0 and _uses_lds(listing, routine):
        remarks.append("LDS is used but its size is given at launch; it may lower the number of waves.")
    lanes = costs.wave_size(routine, listing.target)
    if generation is None or lanes is None or alone is None:
        return Resources(vgpr, agpr, sgpr, lds, scratch, remarks=tuple(remarks))
    held = _held(generation, alone, agpr or 0)
    caps = {"vgpr": _by_vgpr(generation, held, lanes)}
    if generation.sgprs and sgpr is not None:
        caps["sgpr"] = next((waves for most, waves in generation.sgprs if sgpr <= most), generation.sgprs[-1][1])
    threads = costs.workgroup_size(routine)
    if threads:
        caps["workgroup"] = _by_groups(generation, 0, threads, lanes)
        if lds:
            caps["lds"] = _by_groups(generation, lds, threads, lanes)
    waves = min(generation.waves, *caps.values())
    limits = tuple(name for name, cap in caps.items() if cap == waves < generation.waves)
    if "workgroup" in limits:
        limits = tuple(name for name in limits if name != "lds")
    if limits == ("vgpr",):
        fewer = generation.vgprs[str(lanes)] // (waves + 1)
        fewer -= fewer % generation.granule[str(lanes)]
        remarks.insert(0, f"{fewer} vector registers or fewer would give {waves + 1} waves (now {held}).")
    return Resources(vgpr, agpr, sgpr, lds, scratch, waves, limits, tuple(remarks))


def _generation(target: str | None) -> Generation | None:
    for each in _generations():
        if target and any(fnmatchcase(target, pattern) for pattern in each.targets):
            return each
    return None


def _held(generation: Generation, vgpr: int, agpr: int) -> int:
    """Registers of a lane that count: both kinds together where they share a file, else the larger."""
    if generation.unified and agpr:
        return (vgpr + 3) // 4 * 4 + agpr
    return max(vgpr, agpr)


def _by_vgpr(generation: Generation, held: int, lanes: int) -> int:
    granule, total = generation.granule[str(lanes)], generation.vgprs[str(lanes)]
    rounded = max(granule, -(-held // granule) * granule)
    return max(1, total // rounded)


def _by_groups(generation: Generation, lds: int, threads: int, lanes: int) -> int:
    """Waves of a SIMD when whole workgroups fill its compute unit, each with ``lds`` bytes."""
    each = -(-threads // lanes)
    groups = generation.waves * generation.simds // each
    if each > 1:
        groups = min(groups, generation.groups)
    if lds:
        groups = min(groups, generation.lds // lds)
    return max(1, -(-groups * each // generation.simds))


def _used(listing: Listing, routine: Routine) -> dict[str, int]:
    """The highest register of each file that the code names, plus one."""
    found: dict[str, int] = {}
    for statement in listing.statements[routine.first : routine.last]:
        if statement.kind is not Kind.INSTRUCTION:
            continue
        reads, writes, _ = effects.effects(statement, listing.target)
        for register in (*reads, *writes):
            file, number = register[0], register[1:]
            if number.isdigit() and file in "vas" and int(number) >= found.get(file, 0):
                found[file] = int(number) + 1
    return found


def _uses_lds(listing: Listing, routine: Routine) -> bool:
    within = listing.statements[routine.first : routine.last]
    return any(
        each.kind is Kind.INSTRUCTION and each.name.startswith(("ds_read", "ds_write", "ds_load", "ds_store"))
        for each in within
    )


class _Facts:
    """Figures of a routine by the names that the parser gives them."""

    def __init__(self, routine: Routine) -> None:
        self._attributes = routine.attributes

    def first(self, *names: str) -> int | None:
        """The first of ``names`` that holds a plain number."""
        for name in names:
            text = self._attributes.get(name, "")
            try:
                return int(text, 0)
            except ValueError:
                continue
        return None

    def agpr(self) -> int | None:
        """Accumulation registers of a lane; ``None`` on targets without."""
        return self.first("metadata.agpr_count", "symbol.num_agpr", "comment.NumAgprs")

    def vgpr(self, unified: bool) -> int | None:
        """Vector registers without accumulation registers, which metadata counts in where one file holds both."""
        alone = self.first("symbol.num_vgpr", "comment.NumVgprs")
        if alone is not None:
            return alone
        both, agpr = self.first("metadata.vgpr_count", "amdhsa.next_free_vgpr"), self.agpr()
        if both is None or not unified:
            return both
        offset = self.first("amdhsa.accum_offset")
        if offset is not None:
            return min(both, offset)
        return both - (agpr or 0)

    def sgpr(self, target: str | None) -> int | None:
        """Scalar registers of a wave, VCC and the like included."""
        stated = self.first("metadata.sgpr_count", "comment.TotalNumSgprs")
        numbered = self.first("amdhsa.next_free_sgpr", "symbol.numbered_sgpr")
        if stated is not None or numbered is None or target is None:
            return stated
        return numbered + self.special(target)

    def special(self, target: str, *, counted: bool = False) -> int:
        """Scalar registers that the hardware keeps behind the numbered ones (LLVM, ``getNumExtraSGPRs``).

        ``counted``: no directives say which are reserved, so those that compilers reserve by default are meant.
        """
        reserves = {name: self.first(f"amdhsa.reserve_{name}") for name in ("vcc", "flat_scratch", "xnack_mask")}
        vcc = 0 if reserves["vcc"] == 0 else 2
        if target.startswith(("gfx10", "gfx11", "gfx12")):
            return vcc
        scratch = reserves["flat_scratch"] != 0 and not counted
        if target.startswith(("gfx6", "gfx7")):
            return 4 if scratch and target.startswith("gfx7") else vcc
        if scratch or target.startswith(("gfx94", "gfx95")):
            return 6
        return 4 if reserves["xnack_mask"] or (counted and target == "gfx90a") else vcc
