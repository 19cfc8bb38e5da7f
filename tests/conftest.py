"""What every test stands on: property tests search deterministically in CI and freely at a desk."""

import os
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

# No deadline: a slow machine isn't a wrong rule.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(autouse=True)
def logs_of_its_own() -> Iterator[None]:
    """A test that sets up logs writes to what pytest gives it, and takes away at its end."""
    yield
    structlog.reset_defaults()
