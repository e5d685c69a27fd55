"""Program → findings, each with both lines and in words; the order is that of the file."""

from __future__ import annotations

from collections.abc import Iterator

from app.hazards.findings import Finding, rules
from app.hazards.local import Early, overwritten, unawaited, unordered, unpublished, unwaited_loads
from app.hazards.proxies import unfenced
from app.hazards.registers import Touch, touches
from app.hazards.slack import Slack, slack
from app.hazards.spacing import shortages
from app.model import Severity
from app.program import Kernel, Program
from app.waits import Waits, waits
from app.waits.barriers import unwaited
from app.waits.counted import opaque

_MOST = 1000
"""Most findings of one routine."""
_BY_COUNTER = {"wgmma": "matrix-result-before-wait", "tcgen05.ld": "tensor-load-before-wait"}


def lint(program: Program) -> tuple[Finding, ...]:
    """What can go wrong in a program, and waits that are stricter than needed."""
    found: list[Finding] = []
    for kernel in program.kernels:
        found += _Words(kernel).findings()[:_MOST]
    return tuple(sorted(found, key=lambda each: (each.line, each.rule)))


class _Words:
    """Puts what the rules find in one kernel into words."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._statements = kernel.listing.statements
        self._sure = not opaque(kernel)
        """Where a macro of another file may wait, nothing is more than a warning."""

    def findings(self) -> list[Finding]:
        kernel = self._kernel
        found = waits(kernel)
        if found.not_analysed:
            return [Finding(kernel.routine.line, "not-analysed", Severity.INFO, found.not_analysed)]
        return [
            *self._touches(found),
            *(self._early("lds-before-barrier", each) for each in unpublished(kernel, found)),
            *(self._early("copy-before-wait", each) for each in unawaited(kernel, found)),
            *(self._early("source-overwritten", each) for each in overwritten(kernel, found)),
            *(self._early("tensor-store-before-wait", each) for each in unordered(kernel, found)),
            *(self._early("tensor-load-without-wait", each) for each in unwaited_loads(kernel, found)),
            *self._spacing(),
            *self._barriers(found),
            *self._proxies(),
            *self._slack(found),
        ]

    def _line(self, index: int) -> int:
        return self._statements[index].line

    def _named(self, index: int) -> str:
        return f"{self._statements[index].name} on line {self._line(index)}"

    def _finding(self, rule: str, at: int, message: str, *related: int) -> Finding:
        known = rules()[rule]
        text = f"{message} [{known.source}]"
        severity = known.severity if self._sure or known.severity is Severity.INFO else Severity.WARNING
        return Finding(self._line(at), rule, severity, text, tuple(sorted({self._line(each) for each in related})))

    def _touches(self, found: Waits) -> Iterator[Finding]:
        for each in touches(self._kernel, found.counted):
            rule = _BY_COUNTER.get(each.queue.counter, "register-before-wait")
            yield self._finding(rule, each.at, self._touch(each, found), each.operation)

    def _touch(self, each: Touch, found: Waits) -> str:
        later = [wait for wait in found.covering(each.operation) if wait.index > each.at]
        cover = f"; the first wait that covers it is on line {self._line(later[0].index)}" if later else ""
        return (
            f"{each.register} is {_DONE[each.verb]} here before {self._named(each.operation)} has to be done with it: "
            f"no wait on {each.queue.counter} between them is strict enough{cover}."
        )

    def _early(self, rule: str, each: Early) -> Finding:
        what = _EARLY[rule]
        return self._finding(rule, each.at, what.format(operation=self._named(each.operation)), each.operation)

    def _spacing(self) -> Iterator[Finding]:
        if not self._sure:
            return
        for each in shortages(self._kernel, self._kernel.listing.target):
            message = (
                f"{each.needed} wait states are needed behind {self._named(each.earlier)}, and {each.found} stand "
                f"between: s_nop {each.needed - each.found - 1} or as many other instructions are missing."
            )
            yield self._finding("matrix-wait-states", each.later, message, each.earlier)

    def _barriers(self, found: Waits) -> Iterator[Finding]:
        for each in found.matched:
            if each.alone:
                message = "Nothing in this kernel arrives at the barrier object that is waited on here."
                yield self._finding("barrier-without-completion", each.at, message)
        for index in unwaited(self._kernel, found.matched):
            message = "This completes a barrier object on which nothing in this kernel waits."
            yield self._finding("completion-without-wait", index, message)

    def _proxies(self) -> Iterator[Finding]:
        for each in unfenced(self._kernel):
            message = f"Shared memory written by {self._named(each.store)} can be read here without fence.proxy.async."
            yield self._finding("proxy-fence", each.at, message, each.store)

    def _slack(self, found: Waits) -> Iterator[Finding]:
        for each in slack(self._kernel, found):
            yield self._finding("strict-wait", each.at, self._relaxed(each), *each.needed)

    def _relaxed(self, each: Slack) -> str:
        counter = each.wait.counter
        if each.enough is None:
            return (
                f"Nothing that this wait on {counter} covers is used before the next wait on {counter} covers it too."
            )
        lines = ", ".join(str(self._line(index)) for index in each.needed)
        used = f"of what it covers, only line{'s' * (len(each.needed) > 1)} {lines} must be done here" if lines else ""
        return f"{counter} {each.enough} would do instead of {each.wait.value}{': ' if used else ''}{used}."


_DONE = {"reads": "read", "overwrites": "overwritten"}
_EARLY = {
    "lds-before-barrier": "{operation} may still be outstanding at this barrier, and LDS is read behind it.",
    "copy-before-wait": "Shared memory is read here, and no wait on this way ever covers {operation}.",
    "source-overwritten": "Shared memory is written here, and no wait on this way ever covers {operation}, its reader.",
    "tensor-load-without-wait": "No tcgen05.wait::ld covers {operation} on any way, or none before it runs again.",
    "tensor-store-before-wait": "{operation} may still be outstanding here: tcgen05.wait::st is missing.",
}
