"""The operations endpoint of a running system, also after a service is killed."""

from pathlib import Path

import pytest

from schemas.city.options import CityOptions
from schemas.operations import OperationsResponse, ServiceFigures
from tests.client.local_system import run_local_system
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def engines(response: OperationsResponse) -> list[ServiceFigures]:
    return [service for service in response.services if service.name == "engine"]


def total(response: OperationsResponse, name: str) -> float:
    return sum(
        sample.value
        for service in response.services
        for sample in service.samples
        if sample.name == name
    )


async def test_discovers_services_and_reports_a_killed_one_as_down(
    tmp_path: Path,
) -> None:
    with run_local_system(tmp_path) as local_system:
        async with local_system.moon() as moon:
            operator = moon.gateway.with_credential(local_system.operator_key)

            async def all_up() -> OperationsResponse | None:
                response = await operator.get_operations()
                names = {service.name for service in response.services if service.ready}
                return response if names == {"engine", "gateway", "notifier", "projector"} else None

            before = await eventually(all_up, "every service is ready")
            assert before is not None
            assert all(service.up for service in before.services)
            await moon.gateway.open_table("city", CityOptions(2))
            # A service that responds too late counts as down and has no samples.
            after = await eventually(all_up, "every service has responded")
            assert after is not None
            assert total(after, "bluemoon_commits_total") == 1
            assert total(after, "bluemoon_command_commit_duration_seconds_count") == 1
            assert after.at >= before.at
            (killed,) = engines(after)

            local_system.kill("engine-1")

            async def replaced() -> OperationsResponse | None:
                response = await operator.get_operations()
                return response if any(engine.ready for engine in engines(response)) else None

            response = await eventually(replaced, "another engine is ready")
            assert response is not None
            down = [engine for engine in engines(response) if not engine.up]
            assert [(engine.id, engine.samples) for engine in down] == [(killed.id, ())]
