"""Runs every chaos test CHAOS_ROUNDS times, and prints the recovery times."""

import logging
from collections.abc import Iterator
from statistics import median

import pytest
import structlog

from tests.chaos.chaos_run import AUDITED_COMMITS, RECOVERY_SECONDS, ROUNDS


@pytest.fixture(autouse=True, params=range(ROUNDS), ids="round{}".format)
def chaos_round(request: pytest.FixtureRequest) -> int:
    """Repeats the test. With several rounds, each one has its own seed."""
    number: int = request.param
    return number


@pytest.fixture(autouse=True)
def only_errors_logged() -> Iterator[None]:
    """Clients log every failed connection, which is expected here."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    yield
    structlog.reset_defaults()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not RECOVERY_SECONDS:
        return
    terminalreporter.section("seconds until every shard was owned again")
    for fault in dict.fromkeys(fault for fault, _ in RECOVERY_SECONDS):
        seconds = [duration for other, duration in RECOVERY_SECONDS if other == fault]
        terminalreporter.write_line(
            f"{fault}: {len(seconds)} times, median {median(seconds):.1f}, worst {max(seconds):.1f}"
        )
    terminalreporter.write_line(
        f"commits audited: {sum(AUDITED_COMMITS)} in {len(AUDITED_COMMITS)} runs"
    )
