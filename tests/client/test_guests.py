"""Guests on a running system, without a key, like a browser."""

import pytest

from client import BlueMoon, RejectedError
from schemas.city.options import CityOptions
from schemas.redaction import SPECTATOR
from schemas.table import LeaveSeat, Resign
from schemas.terms import BotSeat, Terms
from tests.client.local_system import LocalSystem
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


def guest_client(local_system: LocalSystem) -> BlueMoon:
    return BlueMoon(local_system.gateway, local_system.live)


async def test_the_site_names_the_notifiers_port(local_system: LocalSystem) -> None:
    async with guest_client(local_system) as moon:
        site = await moon.gateway.get_site()
    assert site.guests
    assert local_system.live.endswith(f":{site.live_port}")


@pytest.mark.parametrize("listed", [True, False])
async def test_a_guest_plays_against_a_bot_without_any_key(
    local_system: LocalSystem, listed: bool
) -> None:
    terms = Terms(bots=(BotSeat(0, "random"),), listed=listed)
    async with guest_client(local_system) as moon:
        seated = await moon.gateway.open_guest_table("city", CityOptions(2), "Amber", terms=terms)
        own_gateway = moon.gateway.with_credential(seated.token)

        async def has_started() -> bool:
            return (await own_gateway.get_view(seated.table)).table.stage == "playing"

        await eventually(has_started, "the bot takes its seat")
        async with moon.seat(seated.table, seated.token) as seat:
            async for turn in seat.turns():
                await seat.act(turn.actions[-1], expected_seq=turn.view.seq)
                break
        new_token = await own_gateway.renew_token(seated.table)
        await moon.gateway.with_credential(new_token).send_command(seated.table, Resign())
        players = [
            table_seat.player
            for table_seat in (await own_gateway.get_view(seated.table)).table.seats
        ]
    assert (seated.seat, players) == (1, ["random bot", "Amber"])


async def test_guests_take_seats_watch_and_leave(local_system: LocalSystem) -> None:
    async with guest_client(local_system) as moon:
        amber = await moon.gateway.open_guest_table("city", {"players": 3}, "Amber", seat=2)
        coral = await moon.gateway.take_guest_seat(amber.table, "Coral", entropy="00ff")
        assert (amber.seat, coral.seat) == (2, 0)
        with pytest.raises(RejectedError) as error:
            await moon.gateway.take_guest_seat(amber.table, "Coral", seat=1)
        assert error.value.rejection.code == "name_taken"
        watching = moon.gateway.with_credential(await moon.gateway.watch_as_guest(amber.table))
        assert (await watching.get_view(amber.table)).viewer == SPECTATOR
        for seated in (coral, amber):
            await moon.gateway.with_credential(seated.token).send_command(seated.table, LeaveSeat())

        async def is_closed() -> bool:
            return (await moon.gateway.get_table(amber.table)).stage == "aborted"

        await eventually(is_closed, "the engine closes the table")
