"""The analysing process: takes questions from a pipe, answers them one after another, ends when the pipe does."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from app.errors import UserError
from app.worker.bench import Bench, Pair

_LOG = logging.getLogger("warpwave.worker")
_NICENESS = 5
"""Analysis gives way to answering."""
_DEPTH = 10_000
"""Python frames; the memory limit holds for them too."""


class Question(NamedTuple):
    """``function(*arguments, **options)``, with the opened ``pair`` as first argument when there is one."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    options: Mapping[str, Any]
    pair: Pair | None = None
    texts: Sequence[bytes] | None = None


class Outcome(Enum):
    """How it went."""

    READY = auto()
    DONE = auto()
    REFUSED = auto()
    """``value`` is the ``UserError``."""
    EXHAUSTED = auto()
    """Out of memory; the process ends."""
    FAILED = auto()
    """A fault of ours; ``value`` names it, the log has the rest."""


class Answer(NamedTuple):
    """What comes back; ``pairs`` are those that are open now."""

    outcome: Outcome
    value: Any
    pairs: tuple[Pair, ...]


def work(pipe: Connection, room: int, megabytes: int) -> None:
    """Runs until the other end of ``pipe`` is closed. ``room`` is in lines."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _confine(megabytes)
    bench = Bench(room)
    pipe.send(Answer(Outcome.READY, None, ()))
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        outcome, value = _answer(bench, question)
        del question
        try:
            pipe.send(Answer(outcome, value, bench.pairs))
        except MemoryError:
            outcome = Outcome.EXHAUSTED
            pipe.send(Answer(outcome, None, ()))
        except OSError:
            return
        if outcome is Outcome.EXHAUSTED:
            return


def _answer(bench: Bench, question: Question) -> tuple[Outcome, Any]:
    try:
        first = () if question.pair is None else (bench.spread(question.pair, question.texts),)
        return Outcome.DONE, question.function(*first, *question.arguments, **question.options)
    except UserError as error:
        return Outcome.REFUSED, error
    except MemoryError:
        return Outcome.EXHAUSTED, None
    except Exception as error:
        _LOG.exception("%s failed", question.function.__qualname__)
        return Outcome.FAILED, type(error).__name__


def _confine(megabytes: int) -> None:
    sys.setrecursionlimit(_DEPTH)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICENESS)
    try:
        import resource
    except ImportError:
        return
    bound = megabytes * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
