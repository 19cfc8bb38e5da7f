"""A system of real processes that the tests of this folder attack from outside."""

from collections.abc import AsyncIterator, Iterator

import pytest

from client import BlueMoon
from tests.client.local_system import LocalSystem, run_local_system

CONNECTIONS_MAX = 60
COMMANDS_PER_SECOND = 5
"""Per seat: so few that a busy machine exceeds them."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSystem]:
    with run_local_system(
        tmp_path_factory.mktemp("target"),
        http_connections_per_address_max=CONNECTIONS_MAX,
        seat_commands_per_second=COMMANDS_PER_SECOND,
        # Attackers of these tests share an address.
        client_calls_per_second=0,
        guest_tables_per_minute=0,
    ) as system:
        yield system


@pytest.fixture
async def moon(target: LocalSystem) -> AsyncIterator[BlueMoon]:
    async with target.moon() as moon:
        yield moon
