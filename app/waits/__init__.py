"""Kernel → which earlier operations each wait waits for, and which wait covers an operation.

``waits(kernel)`` is computed once a kernel, on demand. For a page: ``of(index)`` gives the waits at a
line, ``covering(index)`` the waits that cover a load or copy. Indices are those of ``Listing.statements``.
"""

from app.waits.waited import Waited, Waits, waits

__all__ = ["Waited", "Waits", "waits"]
