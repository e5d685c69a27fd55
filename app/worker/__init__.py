"""Analysis in processes of its own, bounded in time and memory, so that no kernel can hold up the service."""

from app.worker.bench import Pair, Text
from app.worker.pool import AnalysisFailed, Limits, Pool

__all__ = ["AnalysisFailed", "Limits", "Pair", "Pool", "Text"]
