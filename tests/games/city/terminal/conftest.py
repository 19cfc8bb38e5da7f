"""Fixtures of the terminal tests of Blue Moon City."""

import pytest

from tests.games.city.playouts import History, three_builders


@pytest.fixture(scope="session")
def history() -> History:
    return three_builders()
