"""Counts the steps of a decision, to bound its time on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

STEPS_MAX = 250_000
"""Lines of Python in one decision or list of legal actions. 50 ms run at least twice as many, see
`python -m bench decisions`."""


def steps_of(work: Callable[[], object]) -> int:
    """How many lines of Python the work runs: the same number on every machine."""
    lines = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(previous)
    return lines
