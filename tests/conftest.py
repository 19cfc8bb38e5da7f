"""What every test stands on: property tests search deterministically in CI and freely at a desk."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.client.house import House, house

TOGETHER = {
    "tests/chaos/": "chaos",
    "tests/client/": "home",
    "tests/cli/test_bot.py": "home",
    "tests/cli/test_front_door.py": "home",
    "tests/cli/test_play.py": "home",
    "tests/cli/test_watch.py": "home",
    "tests/deploy/test_watching.py": "watching",
    "tests/end_to_end/test_the_api.py": "api",
}
"""Tests that one process runs: two storms at once would only measure each other, and a system that
tests share is started once, not once in every process."""

# No deadline: a slow machine isn't a wrong rule.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# A shell ignores Ctrl-C for what it runs in the background, and every process that a test starts
# would inherit that: what a test does with Ctrl-C must not depend on how the tests were started.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def logs_of_its_own() -> Iterator[None]:
    """A test that sets up logs writes to what pytest gives it, and takes away at its end."""
    yield
    structlog.reset_defaults()


class SomeTogether(LoadScopeScheduling):  # type: ignore[misc]
    """Some tests in one process, everything else wherever there is room.

    The mark `xdist_group` is made for this, but pytest 9.2 ignores it:
    https://github.com/pytest-dev/pytest-xdist/issues/1386.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((name for path, name in TOGETHER.items() if nodeid.startswith(path)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> SomeTogether:
    return SomeTogether(config, log)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A whole running system; each test has tables of its own there."""
    with house(tmp_path_factory.mktemp("home")) as running:
        yield running
