"""Configuration of all tests: Hypothesis profiles, logs and scheduling."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.client.local_system import LocalSystem, run_local_system

SAME_PROCESS = {
    "tests/chaos/": "chaos",
    "tests/client/": "local_system",
    "tests/cli/bots/test_bot.py": "local_system",
    "tests/cli/system/test_browser_link.py": "local_system",
    "tests/cli/play/test_play.py": "local_system",
    "tests/cli/play/test_watch.py": "local_system",
    "tests/docs/test_readme.py": "local_system",
    "tests/deploy/test_monitoring.py": "monitoring",
    "tests/end_to_end/test_api_contract.py": "api",
    "tests/plugins/": "plugins",
    "tests/security/": "security",
}
"""Path prefix -> group. One process runs all tests of a group: parallel chaos tests would disturb
each other, and a shared system is started only once."""

# No deadline and no health check for slow examples: a slow machine is not an error. Every run has
# the same examples, unless HYPOTHESIS_PROFILE=search.
HYPOTHESIS_SETTINGS = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("same", HYPOTHESIS_SETTINGS, derandomize=True)
settings.register_profile("search", HYPOTHESIS_SETTINGS)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# Shells make background jobs ignore Ctrl-C, and processes started by tests would inherit that.
# Tests of Ctrl-C must not depend on how they were started.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def reset_logs() -> Iterator[None]:
    """Reset structlog after each test: it may hold a stream that pytest closes."""
    yield
    structlog.reset_defaults()


class GroupedScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Runs the tests of a group in one process, and all others in any process.

    The mark `xdist_group` should do this, but pytest 9.2 ignores it:
    https://github.com/pytest-dev/pytest-xdist/issues/1386.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next(
            (name for path, name in SAME_PROCESS.items() if nodeid.startswith(path)), nodeid
        )


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> GroupedScheduling:
    return GroupedScheduling(config, log)


@pytest.fixture(scope="session")
def local_system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSystem]:
    """A running system, shared by tests; each test uses its own tables."""
    with run_local_system(tmp_path_factory.mktemp("local_system")) as system:
        yield system
