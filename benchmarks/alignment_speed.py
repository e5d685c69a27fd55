"""How long an alignment takes: against difflib over the same operation sequences, and from 10,000 to 100,000 lines.

    python benchmarks/alignment_speed.py LEFT.ptx RIGHT.amdgcn

Both files are repeated (their kernels' bodies one after the other, with the labels renumbered) to the sizes asked for.
"""

from __future__ import annotations

import re
import sys
import time
from difflib import SequenceMatcher
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app import isa as registry
from app.align import align
from app.program import Program, understand
from app.sources import read_source

_LABEL = re.compile(r"(?<![\w.$])(\$L__BB\d+_\d+|\.LBB\d+_\d+)(?!\w)")
_LAST = re.compile(r"^\s*(?:ret;|s_endpgm)", re.MULTILINE)


def grown(text: str, isa: str, lines: int) -> str:
    """The text with the kernel's body repeated until it has about so many lines."""
    start = (
        text.index("{\n", text.index(".entry")) + 2 if isa == "ptx" else text.index("\n", text.index("@function")) + 1
    )
    end = list(_LAST.finditer(text))[-1].start()
    body = text[start:end]
    if isa != "ptx":
        start += body.index(":") + body[body.index(":") :].index("\n") + 1
        body = text[start:end]
    else:
        first = body.index(".loc") if ".loc" in body else 0
        start, body = start + first, body[first:]
    times = max(1, (lines - text.count("\n")) // max(1, body.count("\n")) + 1)
    copies = [_LABEL.sub(lambda found, n=number: f"{found[0]}_{n}", _plain(body)) for number in range(times)]
    return text[:start] + "".join(copies) + text[end:]


def _plain(body: str) -> str:
    return re.sub(
        r"^\s*(?:\.reg|\.loc|\.file|\$?\.?L_*tmp|\.Ltmp|\.cfi|\.Lfunc|\$L__func|\$L__tmp|ret;|s_endpgm).*$",
        "",
        body,
        flags=re.MULTILINE,
    )


def program(text: str, isa: str) -> Program:
    reader = registry.get(isa)
    return understand(reader.read(read_source(text.encode(), isa)), reader)


def main(left: str, right: str) -> None:
    texts = Path(left).read_text(), Path(right).read_text()
    timings = []
    for lines in (10_000, 20_000, 100_000):
        sides = [program(grown(text, isa, lines), isa) for text, isa in zip(texts, ("ptx", "amdgcn"), strict=True)]
        sizes = [len(side.listing.source.lines) for side in sides]
        started = time.process_time()
        found = align(sides[0], sides[1], use_loc=False)
        timings.append(time.process_time() - started)
        print(f"{sizes[0]:,} and {sizes[1]:,} lines: {timings[-1]:.2f} s, {len(found.links):,} links", flush=True)
        for remark in found.remarks:
            print(f"    {remark.message}")
        if lines == 20_000:
            operations = [[k.operation(i) for k in side.kernels for i in k.instructions] for side in sides]
            started = time.process_time()
            SequenceMatcher(None, *operations, autojunk=False).ratio()
            taken = time.process_time() - started
            print(f"    difflib over the same operations: {taken:.2f} s, {taken / timings[-1]:.1f} times as long")
    print(f"100,000 lines take {timings[2] / timings[0]:.1f} times as long as 10,000")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
