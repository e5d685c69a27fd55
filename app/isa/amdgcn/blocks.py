"""Directives, metadata and compiler comments in order → what they say of the file and of its kernels."""

from __future__ import annotations

import re

from app.isa.amdgcn import metadata, targets
from app.isa.amdgcn.disassembly import Addresses
from app.model import Diagnostic, Parameter, Severity

_INFO = re.compile(r";\s*(?:Kernel|Function) info:")
_FACT = re.compile(r";\s*([A-Za-z_]\w*(?::\w+)*)\s*[:=]\s*(\S+)")
_METADATA = {
    ".amdgpu_metadata": ".end_amdgpu_metadata",
    ".amd_amdgpu_hsa_metadata": ".end_amd_amdgpu_hsa_metadata",
    ".amdgpu_pal_metadata": ".end_amdgpu_pal_metadata",
}


class Blocks:
    """Collects facts; names of kernels are the keys throughout."""

    def __init__(self) -> None:
        self.target: str | None = None
        self.version: str | None = None
        self.functions: set[str] = set()
        """Names that ``.type NAME,@function`` declares."""
        self.shown: set[str] = set()
        """Symbols of a disassembly, which does not tell functions from labels."""
        self.kernels: set[str] = set()
        """Names with a kernel descriptor or metadata."""
        self.sizes: dict[str, int] = {}
        """Line of each ``.size NAME``."""
        self.facts: dict[str, dict[str, str]] = {}
        self.parameters: dict[str, tuple[Parameter, ...]] = {}
        self.infos: list[tuple[int, dict[str, str]]] = []
        """``Kernel info`` comments: the line each begins on and what it says."""
        self.listing = Addresses()
        self.remarks: list[Diagnostic] = []
        self.busy = False
        """Whether the next line belongs to a metadata block."""
        self._end = ""
        self._began = 0
        self._lines: list[str] = []
        self._kernel = ""
        self._kernel_line = 0
        self._info: dict[str, str] | None = None

    def take(self, number: int, line: str) -> bool:
        """Takes a line of an open metadata block; ``False`` for the directive that ends it."""
        if line.lstrip().startswith(self._end):
            self.busy = False
            self._metadata()
            return False
        self._lines.append(line)
        return True

    def directive(self, number: int, name: str, args: str) -> None:
        """One directive with its operands."""
        self._info = None
        if name.startswith(".amdhsa_"):
            self._amdhsa(number, name, args)
        elif name in _METADATA:
            self.busy, self._end, self._began, self._lines = True, _METADATA[name], number, []
        elif name == ".end_amdhsa_kernel":
            self._kernel = ""
        elif name == ".amdgcn_target":
            self.target = targets.normalise(args) or self.target
        elif name == ".type":
            symbol, _, kind = args.partition(",")
            if kind.strip().lstrip("@#%").strip('"') in ("function", "STT_FUNC"):
                self.functions.add(symbol.strip().strip('"'))
        elif name == ".amdgpu_hsa_kernel":
            self.kernels.add(args.strip())
        elif name == ".size":
            self.sizes.setdefault(args.partition(",")[0].strip().strip('"'), number)
        elif name == ".hsa_code_object_isa":
            numbers = re.findall(r"\d+", args)
            if len(numbers) >= 3:
                self.target = targets.from_version(*map(int, numbers[:3]))
        elif name == ".hsa_code_object_version":
            self.version = ".".join(re.findall(r"\d+", args)) or None

    def set(self, symbol: str, value: str) -> None:
        """A symbol's value; one named ``.Lkernel.num_vgpr`` is a fact about the kernel."""
        if symbol[:2] == ".L" or "." in symbol[1:]:
            owner, _, key = symbol.removeprefix(".L").rpartition(".")
            if owner and not owner.startswith("amdgpu"):
                self.facts.setdefault(owner, {})[f"symbol.{key}"] = value

    def comment(self, number: int, line: str) -> None:
        """A line that is a comment alone."""
        if line[:1] != ";":
            return
        if _INFO.match(line):
            self._info = {}
            self.infos.append((number, self._info))
        elif self._info is not None:
            fact = _FACT.match(line)
            if fact:
                self._info[f"comment.{fact[1]}"] = fact[2]

    def finish(self, last: int) -> None:
        """The end of the file: what is still open was cut off."""
        if self.busy:
            self._metadata()
            self.remarks.append(
                Diagnostic(self._began, Severity.WARNING, f"No {self._end} follows: the file is cut off.")
            )
        if self._kernel:
            message = f"No .end_amdhsa_kernel follows for {self._kernel}: the file is cut off."
            self.remarks.append(Diagnostic(self._kernel_line, Severity.WARNING, message))

    def _amdhsa(self, number: int, name: str, args: str) -> None:
        if name == ".amdhsa_kernel":
            self._kernel, self._kernel_line = args.strip().strip('"'), number
            self.kernels.add(self._kernel)
        elif name == ".amdhsa_code_object_version":
            self.version = args.strip()
        elif self._kernel:
            self.facts.setdefault(self._kernel, {})[f"amdhsa.{name.removeprefix('.amdhsa_')}"] = args

    def _metadata(self) -> None:
        said = metadata.read(self._lines)
        self.target = self.target or targets.normalise(said.target)
        self.version = self.version or {"1.0": "3", "1.1": "4", "1.2": "5"}.get(said.version or "")
        for kernel in said.kernels:
            symbol = str(kernel.get("symbol") or kernel.get("SymbolName") or "").removesuffix(".kd").removesuffix("@kd")
            name = symbol or str(kernel.get("name") or kernel.get("Name") or "")
            if not name:
                continue
            self.kernels.add(name)
            self.facts.setdefault(name, {}).update(metadata.facts(kernel))
            self.parameters[name] = metadata.parameters(kernel)
