"""Crash tests with real processes."""

import pytest

pytest.register_assert_rewrite(
    "tests.chaos.chaos_run", "tests.chaos.history_checks", "tests.chaos.load"
)
