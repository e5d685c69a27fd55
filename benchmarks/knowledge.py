"""Files → how much of them is understood, and how fast: tokens, mnemonics, modifiers, operands.

    python benchmarks/knowledge.py FILE …

Prints for each ISA: Error tokens of our lexer and of Pygments' own on the same files, mnemonics that are known,
modifiers without a meaning and operands without a role (of distinct statements), lines lexed a second (processor
time), lines read a second, and statements explained a second, warm.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Error

from app import isa as registry
from app.annotate import annotate, to_json
from app.isa.base import Isa
from app.model import Kind, Listing, Source, Statement
from app.sources import read_source

THEIRS = {"ptx": "ptx", "amdgcn": "amdgpu"}
SHOWN = 12


def lex(lexer: Lexer, sources: list[Source]) -> tuple[int, int, float]:
    """Error tokens, tokens, and lines a second."""
    errors = tokens = 0
    began = time.process_time()
    for source in sources:
        for kind, _ in lexer.get_tokens(source.text):
            tokens += 1
            errors += kind is Error
    return errors, tokens, sum(len(source.lines) for source in sources) / (time.process_time() - began)


def distinct(listings: list[Listing]) -> list[tuple[Statement, str | None]]:
    """Each instruction text once a target."""
    found = {
        (item.name, item.args, item.guard, listing.target): item
        for listing in listings
        for item in listing.statements
        if item.kind is Kind.INSTRUCTION
    }
    return [(item, target) for (_, _, _, target), item in found.items()]


def measure(isa: Isa, sources: list[Source]) -> None:
    for whose, lexer in (("ours", isa.lexer()), ("Pygments", get_lexer_by_name(THEIRS[isa.name]))):
        errors, tokens, pace = lex(lexer, sources)
        print(f"  {whose:9} {errors:>7,} Error tokens of {tokens:,} ({errors / tokens:.2%}), {pace:,.0f} lines/s")
    began = time.process_time()
    listings = [isa.read(source) for source in sources]
    pace = sum(len(source.lines) for source in sources) / (time.process_time() - began)
    print(f"  read      {pace:,.0f} lines/s, {sum(len(listing.diagnostics) for listing in listings):,} diagnostics")
    statements = distinct(listings)
    unknown: Counter[str] = Counter()
    silent: Counter[str] = Counter()
    roleless: Counter[str] = Counter()
    for statement, target in statements:
        reading = isa.explain(statement, target)
        if not reading.instruction.known:
            unknown[statement.name] += 1
            continue
        silent.update(f"{statement.name} {each.text}" for each in reading.modifiers if not each.meaning)
        roleless.update(statement.name for each in reading.operands if not each.role)
    began = time.process_time()
    for statement, target in statements:
        to_json(annotate(statement, isa, target))
    pace = len(statements) / (time.process_time() - began)
    print(
        f"  explain   {len(statements):,} distinct instructions, {pace:,.0f}/s warm, with counterparts, cost and JSON"
    )
    for title, found in (
        ("unknown mnemonics", unknown),
        ("modifiers without a meaning", silent),
        ("operands without a role", roleless),
    ):
        print(
            f"  {title}: {sum(found.values()):,}",
            *(f"    {n} × {text}" for text, n in found.most_common(SHOWN)),
            sep="\n",
        )


def main(paths: list[str]) -> None:
    by_isa: dict[str, list[Source]] = defaultdict(list)
    for path in paths:
        source = read_source(Path(path).read_bytes(), path)
        seen = registry.recognise(source.lines)
        by_isa[seen[0].isa if seen else "none"].append(source)
    for name, sources in sorted(by_isa.items()):
        print(f"{name}: {len(sources)} files, {sum(len(source.lines) for source in sources):,} lines")
        if name != "none":
            measure(registry.get(name), sources)


if __name__ == "__main__":
    main(sys.argv[1:])
