"""What the panel says of a line's counterparts."""

from __future__ import annotations

from app.comparison import compare
from app.pages.annotation import about
from app.pages.sheet import Spread
from app.pages.view import read_view
from app.samples import sample
from app.sources import read_source


def test_counterparts_are_counted_by_mnemonic() -> None:
    pair = sample("tcgen05_mfma")
    left, right = (read_source(path.read_bytes(), path.name) for path in (pair.left, pair.right))
    spread = Spread(compare(left, "ptx", right, "amdgcn"))
    line = next(n for n, text in enumerate(left.lines, 1) if text.startswith("tcgen05.mma"))
    found = about(spread, "/c/x", read_view({"L": str(line)}))
    assert found is not None
    assert found.peers is not None
    kinds = [(kind.number, kind.mnemonic, kind.style) for kind in found.peers.kinds]
    assert kinds == [
        (1, "v_mfma_f32_32x32x8f16", "matrix"),
        (1, "v_mfma_scale_f32_32x32x64_f8f6f4", "matrix"),
    ]
