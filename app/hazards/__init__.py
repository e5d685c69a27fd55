"""Program → findings: places where a kernel can compute something wrong, and waits that could be shorter."""

from app.hazards.findings import Finding, Rule, rules
from app.hazards.lint import lint

__all__ = ["Finding", "Rule", "lint", "rules"]
