"""Crash tests with real processes."""

import pytest

pytest.register_assert_rewrite("tests.chaos.storm", "tests.chaos.verdict", "tests.chaos.load")
