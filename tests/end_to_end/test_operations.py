"""A running system as the one who runs it sees it, also when a part of it is killed."""

from pathlib import Path

import pytest

from schemas.city import CityOptions
from schemas.upkeep import OperationsAnswer, ServiceFigures
from tests.client.house import house
from tests.services.engines import eventually

pytestmark = pytest.mark.anyio

SECONDS = 30.0


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def engines(found: OperationsAnswer) -> list[ServiceFigures]:
    return [service for service in found.services if service.name == "engine"]


def total(found: OperationsAnswer, name: str) -> float:
    return sum(
        sample.value
        for service in found.services
        for sample in service.samples
        if sample.name == name
    )


async def test_services_are_found_by_themselves_and_a_killed_one_is_seen_to_be_down(
    tmp_path: Path,
) -> None:
    with house(tmp_path) as home:
        async with home.moon() as moon:

            async def all_up() -> OperationsAnswer | None:
                found = await moon.gateway.get_operations()
                names = {service.name for service in found.services if service.ready}
                return found if names == {"engine", "gateway", "notifier", "projector"} else None

            before = await eventually(all_up, "every kind of service is ready", SECONDS)
            assert before is not None
            assert all(service.up for service in before.services)
            await moon.gateway.open_table("city", CityOptions(2))
            after = await moon.gateway.get_operations()
            assert total(after, "bluemoon_commits_total") == 1
            assert total(after, "bluemoon_arrival_to_commit_seconds_count") == 1
            assert after.at >= before.at
            (killed,) = engines(after)

            home.kill("engine-1")

            async def replaced() -> OperationsAnswer | None:
                found = await moon.gateway.get_operations()
                return found if any(engine.ready for engine in engines(found)) else None

            found = await eventually(replaced, "another engine is ready", SECONDS)
            assert found is not None
            down = [engine for engine in engines(found) if not engine.up]
            assert [(engine.id, engine.samples) for engine in down] == [(killed.id, ())]
