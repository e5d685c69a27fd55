"""NVIDIA PTX."""
