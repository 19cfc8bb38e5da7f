"""Requests made up from the OpenAPI document: none fails, and each answer is one it describes."""

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

from schemas.city import CityOptions
from schemas.secrecy import SPECTATOR
from tests.client.house import House, house

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


class Known(Struct, frozen=True):
    """A running system, a game that goes on there, and what lets one in."""

    gateway: str
    game: str
    credentials: dict[str, str]


async def begun(home: House) -> Known:
    async with home.moon() as moon:
        game = (await moon.gateway.open_table("city", CityOptions(2))).table
        seats = [
            (await moon.gateway.take_seat(game, seat, player)).token
            for seat, player in enumerate(("Amber", "Basalt"))
        ]
        await moon.gateway.start_game(game)
        spectator = await moon.gateway.mint_token(game, SPECTATOR)
    credentials = {"platform": home.key, "seat": seats[0], "spectator": spectator}
    return Known(home.gateway, game, credentials)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Known]:
    no_limits = dict.fromkeys(
        (
            "client_calls_per_second",
            "platform_calls_per_second",
            "game_commands_per_second",
            "guest_tables_per_minute",
        ),
        0,
    )
    with house(tmp_path_factory.mktemp("api"), **no_limits) as home:
        yield asyncio.run(begun(home))


@pytest.mark.parametrize("who", ["nobody", "platform", "seat", "spectator"])
@SCHEMA.parametrize()
@settings(
    max_examples=EXAMPLES_MAX,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_one_that_the_document_describes(
    case: AnyCase, known: Known, who: str
) -> None:
    if who != "nobody":
        case.headers["Authorization"] = f"Bearer {known.credentials[who]}"
        if "game" in case.path_parameters and case.path.startswith("/v1/tables/"):
            case.path_parameters["game"] = known.game
    checks = [*CHECKS, negative_data_rejection] if _is_wrong(case) else CHECKS
    case.call_and_validate(base_url=known.gateway, checks=checks)


def _is_wrong(case: AnyCase) -> bool:
    """Has it a wrong query or body? Wrong names and tokens are mended above."""
    components = case.meta.components if case.meta else {}
    return any(
        components[part].mode is schemathesis.GenerationMode.NEGATIVE
        for part in (ParameterLocation.QUERY, ParameterLocation.BODY)
        if part in components
    )
