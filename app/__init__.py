"""Warpwave: reads NVIDIA PTX and AMD GCN/CDNA/RDNA assembly side by side."""

__version__ = "0.1.0"
