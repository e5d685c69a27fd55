"""Listing → Program: what of a kernel's structure and dataflow every later layer stands on."""

from app.program.blocks import Block
from app.program.counting import Induction
from app.program.kernel import Kernel, Program, understand
from app.program.liveness import Peak
from app.program.loops import Loop

__all__ = ["Block", "Induction", "Kernel", "Loop", "Peak", "Program", "understand"]
