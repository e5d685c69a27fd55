"""Questions about pairs → answers from analysing processes; one that takes too long is ended and replaced."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, ParamSpec, TypeVar

from app.errors import Busy
from app.worker.bench import Pair
from app.worker.process import Answer, Outcome, Question, work

_PATIENCE = 0.5
"""Seconds to wait for the process that has a pair open, before another one opens it too."""
_START = 60.0
"""Seconds that a new process may take to import the program."""

Result = TypeVar("Result")
Options = ParamSpec("Options")


class Limits(NamedTuple):
    """What the pool and each of its processes may use."""

    processes: int
    seconds: float
    megabytes: int
    room: int
    """Lines of analysed listings that each process keeps."""
    waiting: int
    """Questions that may wait for a process."""


class AnalysisFailed(Exception):
    """The analysis raised what it should not: a fault of ours. The process's log has the traceback."""


class _Worker:
    """One process, seen from here. Only the thread that has set ``busy`` talks to it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self.pairs: tuple[Pair, ...] = ()
        self.busy = False

    def start(self) -> Connection:
        """Starts the process unless it runs; waits until it is ready."""
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.stop()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            arguments = (theirs, self._limits.room, self._limits.megabytes)
            self._process = context.Process(target=work, args=arguments, name="warpwave-analysis", daemon=True)
            self._process.start()
            theirs.close()
            if self._receive(self._pipe, _START).outcome is not Outcome.READY:
                raise Busy("The analysis could not be started; the service has too little memory.")
        return self._pipe

    @property
    def runs(self) -> bool:
        """Whether its process is there."""
        return self._process is not None

    def ask(self, question: Question, seconds: float) -> Answer:
        """Sends a question and waits for its answer; ends the process when it doesn't come in time."""
        pipe = self.start()
        try:
            pipe.send(question)
        except OSError:
            self.stop()
            return Answer(Outcome.EXHAUSTED, None, ())
        answer = self._receive(pipe, seconds)
        self.pairs = answer.pairs
        if answer.outcome is Outcome.EXHAUSTED:
            self.stop()
        return answer

    def _receive(self, pipe: Connection, seconds: float) -> Answer:
        try:
            if pipe.poll(seconds):
                answer: Answer = pipe.recv()
                return answer
        except (EOFError, OSError):
            self.stop()
            return Answer(Outcome.EXHAUSTED, None, ())
        self.stop()
        raise Busy(f"The analysis took longer than {seconds:g} seconds and was stopped.")

    def kill(self) -> None:
        """Ends the process from any thread; the one that waits for it sees the pipe end."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        """Ends the process and forgets it."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process, self._pipe, self.pairs = None, None, ()


class Pool:
    """A few analysing processes. Its methods block, so call them from threads; any number may."""

    def __init__(self, limits: Limits, observe: Callable[[str, float], None] = lambda outcome, seconds: None) -> None:
        """``observe`` is told the outcome and the seconds of each question."""
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each of its threads reserves address space
        self._limits = limits
        self._observe = observe
        self._workers = [_Worker(limits) for _ in range(limits.processes)]
        self._change = threading.Condition()
        self._waiting = 0
        self._restart = ThreadPoolExecutor(1, "warpwave-restart")

    def start(self) -> None:
        """Starts every process in the background; a question that comes earlier starts one itself."""
        for worker in self._workers:
            self._restart.submit(self._revive, worker)

    def close(self) -> None:
        """Ends every process, at work or not."""
        self._restart.shutdown(wait=True, cancel_futures=True)
        for worker in self._workers:
            worker.kill()

    def has(self, pair: Pair) -> bool:
        """Whether a process has the pair open, so that its answers come at once."""
        return any(pair in worker.pairs for worker in self._workers)

    def run(self, function: Callable[Options, Result], *arguments: Options.args, **options: Options.kwargs) -> Result:
        """``function(*arguments)`` in a process. Raises its ``UserError``, ``Busy`` or ``AnalysisFailed``."""
        result: Result = self._ask(None, tuple, function, arguments, options)
        return result

    def read(
        self,
        pair: Pair,
        load: Callable[[], Sequence[bytes]],
        function: Callable[..., Result],
        *arguments: Any,
        **options: Any,
    ) -> Result:
        """``function(spread, *arguments)`` for the opened pair; ``load`` gets its bytes if they are needed."""
        result: Result = self._ask(pair, load, function, arguments, options)
        return result

    def _ask(
        self, pair: Pair | None, load: Callable[[], Sequence[bytes]], function: Any, arguments: Any, options: Any
    ) -> Any:
        worker = self._take(pair)
        begin = time.monotonic()
        outcome = "stopped"
        try:
            texts = None if pair is None or pair in worker.pairs else load()
            answer = worker.ask(Question(function, arguments, options, pair, texts), self._limits.seconds)
            outcome = answer.outcome.name.lower()
        finally:
            self._observe(outcome, time.monotonic() - begin)
            self._give_back(worker)
        if answer.outcome is Outcome.REFUSED:
            raise answer.value
        if answer.outcome is Outcome.EXHAUSTED:
            raise Busy(f"The analysis needed more than {self._limits.megabytes:,} MB of memory and was stopped.")
        if answer.outcome is Outcome.FAILED:
            raise AnalysisFailed(answer.value)
        return answer.value

    def _take(self, pair: Pair | None) -> _Worker:
        """An idle worker, if possible one that has the pair open."""
        with self._change:
            if self._waiting >= self._limits.waiting:
                raise Busy("Too many comparisons are being analysed just now. Try again in a moment.")
            self._waiting += 1
            try:
                holders = [worker for worker in self._workers if pair in worker.pairs]
                worker = None
                if holders:
                    self._change.wait_for(lambda: any(not each.busy for each in holders), _PATIENCE)
                    worker = next((each for each in holders if not each.busy), None)
                if worker is None:
                    idle: list[_Worker] = []
                    if not self._change.wait_for(lambda: self._idle(idle), self._limits.seconds):
                        raise Busy("Other comparisons are being analysed. Try again in a moment.")
                    worker = min(idle, key=lambda each: len(each.pairs))
                worker.busy = True
                return worker
            finally:
                self._waiting -= 1

    def _idle(self, found: list[_Worker]) -> bool:
        found[:] = [each for each in self._workers if not each.busy]
        return bool(found)

    def _give_back(self, worker: _Worker) -> None:
        with self._change:
            worker.busy = False
            self._change.notify_all()
        if not worker.runs:
            with contextlib.suppress(RuntimeError):  # the pool is being closed
                self._restart.submit(self._revive, worker)

    def _revive(self, worker: _Worker) -> None:
        with self._change:
            if worker.busy:
                return
            worker.busy = True
        try:
            worker.start()
        finally:
            with self._change:
                worker.busy = False
                self._change.notify_all()
