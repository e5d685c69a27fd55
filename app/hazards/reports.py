"""Findings of several files → JSON of the contract, SARIF 2.1.0, or text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from app import __version__
from app.hazards.findings import Finding, rules
from app.model import Severity

Found = Mapping[str, Sequence[Finding]]
"""Findings by the name of their file."""
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def as_json(found: Found) -> dict[str, Any]:
    """The contract's object."""
    return {
        "findings": [
            {
                "file": name,
                "line": each.line,
                "rule": each.rule,
                "severity": each.severity.value,
                "message": each.message,
                "related": list(each.related),
            }
            for name, findings in found.items()
            for each in findings
        ]
    }


def as_sarif(found: Found) -> dict[str, Any]:
    """One run of SARIF 2.1.0, as code hosts and editors read it."""
    known = [
        {
            "id": rule.name,
            "shortDescription": {"text": rule.title},
            "help": {"text": rule.source},
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        }
        for rule in rules().values()
    ]
    places = {rule["id"]: number for number, rule in enumerate(known)}
    results = [
        {
            "ruleId": each.rule,
            "ruleIndex": places[each.rule],
            "level": _LEVELS[each.severity],
            "message": {"text": each.message},
            "locations": [_location(name, each.line)],
            "relatedLocations": [{"id": n, **_location(name, line)} for n, line in enumerate(each.related, 1)],
        }
        for name, findings in found.items()
        for each in findings
    ]
    driver = {"name": "warpwave", "version": __version__, "rules": known}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _location(name: str, line: int) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": quote(name)}, "region": {"startLine": max(1, line)}}
    return {"physicalLocation": place}


def as_text(found: Found) -> str:
    """One finding a line, as compilers print them."""
    lines = [
        f"{name}:{each.line}: {each.severity.value}: {each.message} ({each.rule})"
        for name, findings in found.items()
        for each in findings
    ]
    return "\n".join(lines) or "No findings."
