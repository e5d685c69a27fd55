"""A source → its ``Listing``: statements, routines, the line table, and what could not be read.

Reads compiler output, hand-written files (macros, symbols, preprocessor lines), disassembly listings
and bare instructions. What the statements hold beyond the text as written:

* a dual-issue pair ``v_dual_a … :: v_dual_b …`` is one statement named after its first half;
* where the text of a register leaves open which one is meant, a comment says it: ``v4 /*v260*/``,
  ``v[base+1] /*v9*/``. Compilers write such comments; for symbols and for banks that
  ``s_set_vgpr_msb`` selects the parser adds them;
* a call of a macro is a directive, and the instructions that it stands for follow it on the same
  line; what ``.rept`` repeats is there as often as it is assembled. The body of a definition and
  a branch of ``.if`` that is not assembled are never part of a routine as instructions;
* a branch that gives a distance or a numeric label keeps the place behind it, ``65533 <vadd+0x10>``,
  and the place becomes a label.

Attributes of a routine carry their origin as prefix: ``amdhsa.next_free_vgpr`` (the directive without
its own prefix), ``metadata.vgpr_count`` (key without its dot), ``comment.Occupancy`` (the compiler's
``Kernel info``), ``symbol.num_vgpr`` (``.set NAME.num_vgpr``).
"""

from __future__ import annotations

from app.isa.amdgcn import banks, places, routines
from app.isa.amdgcn.mnemonics import looks_like
from app.isa.amdgcn.reader import SIMPLE, Reader
from app.model import Diagnostic, Kind, Listing, Severity, Source, Statement

_MOST_REMARKS = 100


def read(source: Source) -> Listing:
    """Parses a source; never fails."""
    reader = Reader()
    reader.run(source.lines)
    record = reader.record
    places.resolve(record.statements, record.locations, record.inert, reader.blocks.listing)
    banks.name_registers(record.statements)
    found, remarks = routines.find(record.statements, record.inert, reader.blocks)
    return Listing(
        source=source,
        isa="amdgcn",
        target=reader.blocks.target,
        version=reader.blocks.version,
        statements=tuple(record.statements),
        routines=found,
        locations=tuple(record.locations),
        diagnostics=(*source.diagnostics, *_bounded([*record.remarks, *remarks])),
    )


def statement(line: str) -> Statement:
    """One instruction given alone; text that is none is ``UNREADABLE`` or keeps its own kind."""
    simple = SIMPLE.match(line)
    if simple and looks_like(simple[1]):
        return Statement(Kind.INSTRUCTION, 1, 1, simple[1], (simple[2] or "").rstrip())
    reader = Reader()
    reader.run(tuple(line.splitlines()) or ("",))
    found = [item for item in reader.record.statements if item.kind is not Kind.LABEL]
    for item in found:
        if item.kind is Kind.INSTRUCTION:
            return item
    return found[0] if found else Statement(Kind.UNREADABLE, 1, 1, line.strip())


def _bounded(remarks: list[Diagnostic]) -> list[Diagnostic]:
    remarks.sort(key=lambda remark: remark.line)
    if len(remarks) > _MOST_REMARKS:
        more = len(remarks) - _MOST_REMARKS
        return [*remarks[:_MOST_REMARKS], Diagnostic(0, Severity.INFO, f"{more:,} more remarks are not shown.")]
    return remarks
