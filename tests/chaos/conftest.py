"""Every chaos test runs CHAOS_ROUNDS times; at the end it is said how long shards had no owner."""

import logging
import time
from collections.abc import Iterator
from statistics import median

import pytest
import structlog

from tests.chaos.storm import COMMITS, FIGURES, ROUNDS

BEGIN_SECONDS_MAX = 100.0
"""A single round is over within two minutes, on a machine that is slower or busier than most, too:
after so long no other storm begins."""

_spent_seconds: list[float] = []


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    if ROUNDS == 1 and sum(_spent_seconds) > BEGIN_SECONDS_MAX:
        pytest.skip("the two minutes for crash tests are over: make test-chaos takes its time")
    start = time.monotonic()
    yield
    _spent_seconds.append(time.monotonic() - start)


@pytest.fixture(autouse=True, params=range(ROUNDS), ids="round{}".format)
def turn(request: pytest.FixtureRequest) -> int:
    """Only counts: every turn draws a seed of its own."""
    number: int = request.param
    return number


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Players who find no server say so in many lines, and it is no news here."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    yield
    structlog.reset_defaults()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not FIGURES:
        return
    terminalreporter.section("seconds until every shard was owned again")
    for kind in dict.fromkeys(kind for kind, _ in FIGURES):
        seconds = [took for other, took in FIGURES if other == kind]
        terminalreporter.write_line(
            f"{kind}: {len(seconds)} times, median {median(seconds):.1f}, worst {max(seconds):.1f}"
        )
    terminalreporter.write_line(f"commits audited: {sum(COMMITS)} in {len(COMMITS)} storms")
