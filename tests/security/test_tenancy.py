"""Platforms are isolated from each other, on real processes."""

import msgspec
import pytest

from client import BlueMoon, Gateway, ProblemError
from schemas.city.options import CityOptions
from schemas.platform import PlatformLimits
from schemas.table import Resign
from tests.client.local_system import LocalSystem
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def add_platform(target: LocalSystem, moon: BlueMoon, name: str) -> Gateway:
    """Add a platform at run time and return a gateway with its key."""
    operator = moon.gateway.with_credential(target.operator_key)
    added = await operator.put_platform(name)
    assert added.key is not None
    return moon.gateway.with_credential(added.key)


async def lose(moon: BlueMoon, platform: Gateway, loser: str, winner: str) -> str:
    """Play a game that one player resigns. Return the loser's id."""
    table = (await platform.open_table("city", CityOptions(2))).table
    lost = await platform.take_seat(table, 0, loser)
    await platform.take_seat(table, 1, winner)
    await platform.start_game(table)
    await moon.gateway.with_credential(lost.token).send_command(table, Resign())
    return lost.player


async def ratings(platform: Gateway) -> dict[str, float]:
    page = await platform.get_standings("city", limit=200)
    return {standing.name: standing.rating for standing in page.standings}


async def test_another_platforms_champion_cannot_touch_ours(
    target: LocalSystem, moon: BlueMoon
) -> None:
    ours = await add_platform(target, moon, "ours")
    theirs = await add_platform(target, moon, "theirs")
    await lose(moon, ours, "Amber", "Champion")

    async def are_rated(platform: Gateway, players: set[str]) -> dict[str, float] | None:
        rated = await ratings(platform)
        return rated if rated.keys() == players else None

    before = await eventually(lambda: are_rated(ours, {"Amber", "Champion"}), "our ratings")
    for _ in range(3):
        await lose(moon, theirs, "Champion", "Jade")
    await eventually(lambda: are_rated(theirs, {"Jade", "Champion"}), "their ratings")
    assert await ratings(ours) == before


async def test_a_platform_sees_nothing_of_another(target: LocalSystem, moon: BlueMoon) -> None:
    one = await add_platform(target, moon, "one")
    two = await add_platform(target, moon, "two")
    player = await lose(moon, one, "Amber", "Jade")

    async def is_listed() -> bool:
        return len((await one.list_tables()).tables) == 1

    await eventually(is_listed, "the table is listed")
    (row,) = (await one.list_tables()).tables
    for stranger in (two, moon.gateway.with_credential(None)):
        listed = (await stranger.list_tables(limit=200)).tables
        assert row.table not in {other.table for other in listed}
        for call in (
            stranger.get_table(row.table),
            stranger.get_player(player),
        ):
            with pytest.raises(ProblemError) as refused:
                await call
            assert refused.value.code == "not_found"
    with pytest.raises(ProblemError):
        await two.erase_player(player)


async def test_only_operators_see_the_deployment(target: LocalSystem, moon: BlueMoon) -> None:
    for gateway in (moon.gateway, moon.gateway.with_credential(None)):
        for call in (gateway.get_operations(), gateway.list_platforms()):
            with pytest.raises(ProblemError) as refused:
                await call
            assert refused.value.code in {"not_allowed", "no_token"}
    operator = moon.gateway.with_credential(target.operator_key)
    assert (await operator.get_operations()).services


async def test_a_suspended_platform_is_refused_and_a_quota_holds(
    target: LocalSystem, moon: BlueMoon
) -> None:
    limited = await add_platform(target, moon, "limited")
    operator = moon.gateway.with_credential(target.operator_key)
    await operator.put_platform("limited", limits=PlatformLimits(open_tables=0))
    with pytest.raises(ProblemError) as refused:
        await limited.open_table("city", CityOptions(2))
    assert refused.value.code == "quota_exceeded"
    await operator.suspend_platform("limited", "a test")
    with pytest.raises(ProblemError) as refused:
        await limited.list_webhooks()
    assert refused.value.code == "not_allowed"


async def test_an_erased_name_is_in_no_response(target: LocalSystem, moon: BlueMoon) -> None:
    name = "Someone to forget"
    platform = await add_platform(target, moon, "forgetful")
    player = await lose(moon, platform, name, "Jade")

    async def is_exported() -> bool:
        return len((await platform.export_player(player)).tables) == 1

    await eventually(is_exported, "the export has the table")
    (row,) = (await platform.export_player(player)).tables
    await platform.erase_player(player)
    responses = (
        await platform.get_table(row.table),
        await platform.list_tables(),
        await platform.get_standings("city"),
        await platform.get_view(row.table),
        await platform.get_commits(row.table),
    )
    for response in responses:
        assert name.encode() not in msgspec.json.encode(response)
