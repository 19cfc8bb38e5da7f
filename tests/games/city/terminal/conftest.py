"""Fixtures of the terminal tests of Blue Moon City."""

from tests.cli.conftest import history

__all__ = ["history"]
