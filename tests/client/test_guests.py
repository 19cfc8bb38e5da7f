"""Guests on a whole running system, as a browser would be one: without any key."""

import pytest

from client import BlueMoon, RejectedError
from schemas.city import CityOptions
from schemas.secrecy import SPECTATOR
from schemas.table import LeaveSeat, Resign
from schemas.terms import BotSeat, Terms
from tests.client.house import House
from tests.services.engines import eventually

pytestmark = pytest.mark.anyio


def stranger(home: House) -> BlueMoon:
    return BlueMoon(home.gateway, home.live)


async def test_a_page_learns_where_news_are_told(home: House) -> None:
    async with stranger(home) as moon:
        site = await moon.gateway.get_site()
    assert site.guests
    assert home.live.endswith(f":{site.live_port}")


@pytest.mark.parametrize("listed", [True, False])
async def test_a_guest_plays_against_a_bot_without_any_key(home: House, listed: bool) -> None:
    terms = Terms(bots=(BotSeat(0, "random"),), listed=listed)
    async with stranger(home) as moon:
        seated = await moon.gateway.open_guest_table("city", CityOptions(2), "Amber", terms=terms)
        mine = moon.gateway.speaking_as(seated.token)

        async def begun() -> bool:
            return (await mine.get_view(seated.table)).table.stage == "playing"

        await eventually(begun, "the bot has sat down", 60)
        async with moon.seat(seated.table, seated.token) as seat:
            async for turn in seat.turns():
                await seat.act(turn.actions[-1], expected_seq=turn.view.seq)
                break
        fresh = await mine.renew_token(seated.table)
        await moon.gateway.speaking_as(fresh).send_command(seated.table, Resign())
        players = [chair.player for chair in (await mine.get_view(seated.table)).table.chairs]
    assert (seated.seat, players) == (1, ["random bot", "Amber"])


async def test_guests_sit_down_watch_and_get_up(home: House) -> None:
    async with stranger(home) as moon:
        amber = await moon.gateway.open_guest_table("city", {"players": 3}, "Amber", seat=2)
        coral = await moon.gateway.take_guest_seat(amber.table, "Coral", entropy="00ff")
        assert (amber.seat, coral.seat) == (2, 0)
        with pytest.raises(RejectedError) as refused:
            await moon.gateway.take_guest_seat(amber.table, "Coral", seat=1)
        assert refused.value.rejection.code == "name_taken"
        watching = moon.gateway.speaking_as(await moon.gateway.watch_as_guest(amber.table))
        assert (await watching.get_view(amber.table)).viewer == SPECTATOR
        for seated in (coral, amber):
            await moon.gateway.speaking_as(seated.token).send_command(seated.table, LeaveSeat())
        assert (await moon.gateway.get_table(amber.table)).stage == "aborted"
