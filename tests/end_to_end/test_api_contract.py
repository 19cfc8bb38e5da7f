"""Generated requests never fail, and every response matches the OpenAPI document."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from msgspec import Struct
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from schemathesis.core.parameters import ParameterLocation

from schemas.city.options import CityOptions
from schemas.redaction import SPECTATOR
from tests.client.local_system import LocalSystem, run_local_system

SCHEMA = schemathesis.openapi.from_path(Path(__file__).parents[2] / "schemas" / "openapi.json")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
EXAMPLES_MAX = 8


AnyCase = schemathesis.Case[Any]


class RunningSystem(Struct, frozen=True):
    """A running system, a table with a running game, and credentials."""

    gateway: str
    table_id: str
    credentials: dict[str, str]


async def start_game(local_system: LocalSystem) -> RunningSystem:
    async with local_system.moon() as moon:
        table_id = (await moon.gateway.open_table("city", CityOptions(2))).table
        seats = [
            (await moon.gateway.take_seat(table_id, seat, player)).token
            for seat, player in enumerate(("Amber", "Basalt"))
        ]
        await moon.gateway.start_game(table_id)
        spectator = await moon.gateway.mint_token(table_id, SPECTATOR)
    credentials = {"platform": local_system.key, "seat": seats[0], "spectator": spectator}
    return RunningSystem(local_system.gateway, table_id, credentials)


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSystem]:
    no_limits = dict.fromkeys(
        (
            "client_calls_per_second",
            "platform_calls_per_second",
            "seat_commands_per_second",
            "guest_tables_per_minute",
            "name_reports_per_minute",
        ),
        0,
    )
    with run_local_system(tmp_path_factory.mktemp("api"), **no_limits) as local_system:
        yield asyncio.run(start_game(local_system))


@pytest.mark.parametrize(
    "role",
    [
        pytest.param("anonymous", marks=pytest.mark.slow),
        "platform",
        pytest.param("seat", marks=pytest.mark.slow),
        pytest.param("spectator", marks=pytest.mark.slow),
    ],
)
@SCHEMA.parametrize()
@settings(
    max_examples=EXAMPLES_MAX,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_every_response_matches_the_openapi_document(
    case: AnyCase, system: RunningSystem, role: str
) -> None:
    if role != "anonymous":
        case.headers["Authorization"] = f"Bearer {system.credentials[role]}"
        if "table" in case.path_parameters and case.path.startswith("/v1/tables/"):
            case.path_parameters["table"] = system.table_id
    checks = [*CHECKS, negative_data_rejection] if _is_invalid(case) else CHECKS
    case.call_and_validate(base_url=system.gateway, checks=checks)


def _is_invalid(case: AnyCase) -> bool:
    """Return whether the query or body is invalid. The test replaces path and token."""
    components = case.meta.components if case.meta else {}
    return any(
        components[part].mode is schemathesis.GenerationMode.NEGATIVE
        for part in (ParameterLocation.QUERY, ParameterLocation.BODY)
        if part in components
    )
