"""`bluemoon table void` and `revoke`, through the gateway of a running system."""

import asyncio

import pytest

from client import ProblemError
from schemas.city.options import CityOptions
from tests.cli.runner import call, error_from
from tests.client.local_system import LocalSystem


def start_game(local_system: LocalSystem) -> tuple[str, str]:
    """Start a game and return its table and a token of seat 1."""

    async def start() -> tuple[str, str]:
        async with local_system.moon() as moon:
            table = (await moon.gateway.open_table("city", CityOptions(2))).table
            await moon.gateway.take_seat(table, 0, "Amber")
            token = (await moon.gateway.take_seat(table, 1, "Basalt")).token
            await moon.gateway.start_game(table)
            return table, token

    return asyncio.run(start())


def stage_and_reason(local_system: LocalSystem, table: str) -> tuple[str, str]:
    async def read() -> tuple[str, str]:
        async with local_system.moon() as moon:
            view = await moon.gateway.get_view(table)
            last = (await moon.gateway.get_commits(table, view.seq - 1)).commits[0]
            return view.table.stage, last.command.action.reason

    return asyncio.run(read())


def refusal(local_system: LocalSystem, table: str, token: str) -> str:
    """Return why a seat's token is refused."""

    async def read() -> str:
        async with local_system.moon() as moon:
            with pytest.raises(ProblemError) as refused:
                await moon.gateway.with_credential(token).get_view(table)
            return refused.value.code

    return asyncio.run(read())


def test_voids_a_table_with_a_reason(local_system: LocalSystem) -> None:
    table, _ = start_game(local_system)
    result = call(
        "table", "void", table, "--reason", "The power failed.", "--data", local_system.data
    )
    assert result.exit_code == 0, result.output
    assert result.stdout == f"table {table} is void as of commit 5\n"
    assert stage_and_reason(local_system, table) == ("voided", "The power failed.")


def test_revokes_the_tokens_of_a_seat(local_system: LocalSystem) -> None:
    table, token = start_game(local_system)
    result = call("table", "revoke", table, 1, "--data", local_system.data)
    assert result.exit_code == 0, result.output
    assert result.stdout == "all tokens of seat 1 are revoked as of commit 5\n"
    assert refusal(local_system, table, token) == "former_sitting"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("void", "nowhere", "--reason", "x"), "Table 'nowhere' does not exist"),
        (("void", "nowhere"), "Missing option '--reason'"),
        (("revoke", "nowhere", 0), "Table 'nowhere' does not exist"),
        (("revoke", "nowhere", 9), "'SEAT': Input should be less than or equal to 3"),
        (("revoke", "a/b", 0), "is not a table id"),
    ],
)
def test_refuses_what_it_cannot_do(
    local_system: LocalSystem, arguments: tuple[object, ...], reason: str
) -> None:
    assert reason in error_from("table", *arguments, "--data", local_system.data)


def test_needs_a_platform_key(local_system: LocalSystem, tmp_path: object) -> None:
    error = error_from(
        "table", "revoke", "x", 0, "--gateway", local_system.gateway, "--data", tmp_path
    )
    assert "no platform key" in error
