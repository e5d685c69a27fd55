"""Runs the benchmarks.

    python -m benchmarks                    all of them, on the samples
    python -m benchmarks NAME ARGUMENT …    one of them, as its own usage says

Each prints ratios against something measured in the same run, or counts; none of them is a test.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from app.paths import SAMPLES

FOLDER = Path(__file__).parent


def defaults() -> dict[str, list[str]]:
    """For each benchmark, the arguments that it gets when none is named."""
    pairs = sorted(str(folder) for folder in SAMPLES.iterdir() if (folder / "kernel.py").exists())
    files = {suffix: sorted(str(path) for path in SAMPLES.glob(f"*/*.{suffix}")) for suffix in ("ptx", "amdgcn")}
    attention = [str(SAMPLES / "flash_fwd" / name) for name in ("sm_100.ptx", "gfx950.amdgcn")]
    return {
        "knowledge": files["ptx"] + files["amdgcn"],
        "mutants": [*files["amdgcn"], "--most", "40"],
        "alignment": pairs,
        "renamed": files["ptx"] + files["amdgcn"],
        "alignment_speed": attention,
        "understanding": attention,
        "reading": [],
    }


def run(name: str, arguments: list[str]) -> None:
    sys.argv = [name, *arguments]
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")


def main() -> None:
    known = {path.stem for path in FOLDER.glob("*.py")} - {"__main__", "linetables", "serving"}
    if len(sys.argv) == 1:
        for name, arguments in defaults().items():
            print(f"== {name}", flush=True)
            run(name, arguments)
    elif sys.argv[1] in known:
        run(sys.argv[1], sys.argv[2:] or defaults().get(sys.argv[1], []))
    else:
        sys.exit(f"No benchmark is called {sys.argv[1]}; there are {', '.join(sorted(known))}.")


if __name__ == "__main__":
    main()
