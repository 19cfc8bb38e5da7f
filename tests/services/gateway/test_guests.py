"""Guests: people who open tables, sit down, watch and get up without a platform."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from games.codec import read_commit
from schemas.table import TableAborted, TableOpened
from services.runtime.event_log import EventLog
from services.runtime.keys import all_shards
from services.runtime.settings import Settings
from tests.services.engines import SHARDS, Engines
from tests.services.gateway.conftest import PLATFORM_KEY, Caller, serving

pytestmark = pytest.mark.anyio

TABLES = "/v1/guests/tables"
BOT = {"seat": 1, "level": "builder"}


class Guests(Caller):
    async def open(self, player: str = "Amber", *, status: int = 201, **wanted: Any) -> Any:
        body = {"game": "city", "options": {"players": 2}, "player": player} | wanted
        return await self("POST", TABLES, body, status=status)

    async def sit(self, table: str, player: str, *, status: int = 200, **wanted: Any) -> Any:
        body = {"player": player} | wanted
        return await self("POST", f"{TABLES}/{table}/seats", body, status=status)

    async def send(self, seated: Any, action: Any, *, status: int = 200) -> Any:
        body = {"id": action["type"], "action": action}
        path = f"/v1/tables/{seated['table']}/commands"
        return await self("POST", path, body, token=seated["token"], status=status)

    async def view(self, seated: Any, *, status: int = 200) -> Any:
        path = f"/v1/tables/{seated['table']}/view"
        answer = await self("GET", path, token=seated["token"], status=status)
        return answer["view"] if status == 200 else answer

    async def playing(self) -> tuple[Any, Any]:
        """A running game of two guests."""
        amber = await self.open()
        return amber, await self.sit(amber["table"], "Basalt")


@pytest.fixture
def guest_settings(gateway_settings: Settings) -> Settings:
    return replace(gateway_settings, guests=True)


@pytest.fixture
async def guests(
    guest_settings: Settings, event_log: EventLog, engines: Engines
) -> AsyncIterator[Guests]:
    await engines.start()
    async with serving(guest_settings, event_log) as caller:
        yield Guests(caller.http)


def code(problem: Any) -> str:
    return str(problem["rejection"]["code"])


async def test_a_page_is_told_what_it_needs_to_know(
    gateway_settings: Settings, event_log: EventLog
) -> None:
    told = replace(gateway_settings, live_url="wss://live.example", notifier_port=81)
    async with serving(told, event_log) as gateway:
        site = await gateway("GET", "/v1/site")
    assert site.pop("version")
    assert site == {"guests": False, "live_url": "wss://live.example", "live_port": 81}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", {"game": "city", "options": {"players": 2}, "player": "Amber"}),
        ("/some-table/seats", {"player": "Amber"}),
        ("/some-table/spectators", None),
    ],
)
async def test_where_guests_are_not_welcome_they_are_told_so(
    gateway: Caller, path: str, body: Any
) -> None:
    problem = await gateway("POST", TABLES + path, body, status=403)
    assert problem["code"] == "not_allowed"
    assert "There are no guests here" in problem["detail"]


async def test_two_guests_sit_down_and_the_game_starts_by_itself(guests: Guests) -> None:
    amber, basalt = await guests.playing()
    assert (amber["seat"], basalt["seat"]) == (0, 1)
    view = await guests.view(basalt)
    assert view["stage"] == "playing"
    assert [chair["player"] for chair in view["chairs"]] == ["Amber", "Basalt"]
    assert isinstance(view["play"]["seats"][1]["hand"], list)
    assert isinstance(view["play"]["seats"][0]["hand"], int)


async def test_terms_are_the_guests_but_autostart_and_platform(guests: Guests) -> None:
    terms = {"takebacks": True, "listed": False, "autostart": False, "platform": "test"}
    seated = await guests.open(terms=terms)
    agreed = (await guests.view(seated))["terms"]
    assert (agreed["takebacks"], agreed["listed"]) == (True, False)
    assert (agreed["autostart"], agreed["platform"]) == (True, "guests")


async def test_a_guest_gets_the_seat_wanted_or_the_first_not_kept_for_a_bot(
    guests: Guests,
) -> None:
    first = await guests.open(terms={"bots": [{"seat": 0, "level": "builder"}]})
    assert first["seat"] == 1
    wanted = await guests.open(seat=1)
    assert wanted["seat"] == 1
    assert (await guests.sit(wanted["table"], "Basalt"))["seat"] == 0


async def test_entropy_is_the_guests_own_or_drawn(guests: Guests) -> None:
    amber = await guests.open(entropy="00ff")
    await guests.sit(amber["table"], "Basalt")
    mine, drawn = (chair["entropy"] for chair in (await guests.view(amber))["chairs"])
    assert mine == "00ff"
    assert len(drawn) == 64


async def test_who_comes_too_late_is_told_why(guests: Guests) -> None:
    amber, _ = await guests.playing()
    table = amber["table"]
    assert code(await guests.sit(table, "Coral", status=409)) == "already_started"
    await guests.send(amber, {"type": "resign"})
    assert code(await guests.sit(table, "Coral", status=409)) == "game_over"
    assert (await guests.sit("no-such-table", "Coral", status=404))["code"] == "not_found"


async def test_a_table_with_seats_for_bots_only_is_full(guests: Guests) -> None:
    amber = await guests.open(terms={"bots": [BOT]})
    assert code(await guests.sit(amber["table"], "Basalt", status=409)) == "table_full"
    assert code(await guests.sit(amber["table"], "Basalt", seat=1, status=409)) == "seat_kept"
    assert code(await guests.sit(amber["table"], "Basalt", seat=0, status=409)) == "seat_taken"
    assert code(await guests.sit(amber["table"], "Basalt", seat=3, status=409)) == "no_such_seat"


async def test_at_a_platforms_table_no_guest_sits_down(guests: Guests) -> None:
    table = await guests.open_table()
    problem = await guests.sit(table, "Amber", status=403)
    assert problem["code"] == "not_allowed"
    assert "opened by a platform" in problem["detail"]


async def test_guests_who_sit_down_at_once_get_different_seats(guests: Guests) -> None:
    amber = await guests.open(options={"players": 4})
    others = await asyncio.gather(
        *(guests.sit(amber["table"], player) for player in ("Basalt", "Coral", "Jade"))
    )
    assert {amber["seat"], *(one["seat"] for one in others)} == {0, 1, 2, 3}
    assert (await guests.view(amber))["stage"] == "playing"


@pytest.mark.parametrize("name", ["Amber", "amber", "\uff21mber", "builder bot", "Random Bot 2"])
async def test_nobody_is_called_like_another_at_the_table_or_like_a_bot(
    guests: Guests, name: str
) -> None:
    amber = await guests.open("Amber")
    problem = await guests.sit(amber["table"], name, status=409)
    assert code(problem) == "name_taken"
    assert "take another name" in problem["detail"]


@pytest.mark.parametrize("name", [" Amber", "Am\u202eber", "Am\nber", "\u200b", ""])
async def test_a_name_that_can_not_be_read_is_refused(guests: Guests, name: str) -> None:
    assert (await guests.open(name, status=400))["code"] == "malformed"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"seat": 1, "terms": {"bots": [BOT]}}, 409),
        ({"terms": {"bots": [BOT, {"seat": 0, "level": "random"}]}}, 409),
        ({"player": "builder bot"}, 409),
        ({"terms": {"bots": [{"seat": 1, "level": "oracle"}]}}, 400),
        ({"game": "chess"}, 400),
        ({"options": {"players": 9}}, 400),
    ],
)
async def test_a_table_that_its_guest_can_not_sit_at_is_never_opened(
    guests: Guests, event_log: EventLog, wanted: dict[str, Any], status: int
) -> None:
    await guests(
        "POST",
        TABLES,
        {"game": "city", "options": {"players": 2}} | {"player": "Amber"} | wanted,
        status=status,
    )
    for shard in all_shards(SHARDS):
        assert await event_log.client.hlen(shard.games) == 0


async def test_when_sitting_down_fails_the_table_is_closed(
    guests: Guests, event_log: EventLog
) -> None:
    """There is no seat 3 at a table of two, which only the rules know."""
    assert code(await guests.open(seat=3, status=409)) == "no_such_seat"
    games = [
        game.decode()
        for shard in all_shards(SHARDS)
        for game in await event_log.client.hkeys(shard.games)
    ]
    (table,) = games
    events = [event async for line in event_log.read(table) for event in read_commit(line).events]
    assert [type(event) for event in events] == [TableOpened, TableAborted]


async def test_a_guest_gets_up_and_comes_back(guests: Guests) -> None:
    amber = await guests.open(options={"players": 3})
    basalt = await guests.sit(amber["table"], "Basalt")
    await guests.send(basalt, {"type": "leave_seat"})
    assert (await guests.view(amber))["chairs"][1]["player"] is None
    again = await guests.sit(amber["table"], "Basalt")
    assert again["seat"] == basalt["seat"]
    assert (await guests.view(again))["chairs"][1]["player"] == "Basalt"


async def test_who_got_up_neither_sees_nor_plays_the_seat_of_the_next(guests: Guests) -> None:
    """Not even if the next one has the same name."""
    amber = await guests.open(options={"players": 3})
    gone = await guests.sit(amber["table"], "Basalt")
    await guests.send(gone, {"type": "leave_seat"})
    again = await guests.send(gone, {"type": "leave_seat"})
    assert again["command"] == "leave_seat", "the same command is answered the same"
    basalt = await guests.sit(amber["table"], "Basalt")
    assert basalt["seat"] == gone["seat"]
    await guests.sit(amber["table"], "Coral")
    for problem in (
        await guests.view(gone, status=403),
        await guests.send(gone, {"type": "resign"}, status=403),
        await guests("POST", f"/v1/tables/{gone['table']}/token", token=gone["token"], status=403),
    ):
        assert problem["code"] == "not_allowed"
        assert "Somebody else sits on that seat now" in problem["detail"]
    assert (await guests.view(basalt))["stage"] == "playing"


async def test_a_table_that_all_guests_have_left_is_closed(guests: Guests) -> None:
    amber = await guests.open(options={"players": 3}, terms={"bots": [BOT]})
    coral = await guests.sit(amber["table"], "Coral")
    await guests.send(amber, {"type": "leave_seat"})
    assert (await guests.view(coral))["stage"] == "open"
    await guests.send(coral, {"type": "leave_seat"})
    row = await guests("GET", f"/v1/tables/{amber['table']}")
    assert (row["stage"], row["reason"]) == ("aborted", "all guests have left")


async def test_a_platforms_table_stays_when_its_player_gets_up(guests: Guests) -> None:
    table = await guests.open_table()
    path = f"/v1/tables/{table}/seats/0"
    seated = await guests("POST", path, {"player": "Amber"}, token=PLATFORM_KEY)
    await guests.send({"table": table, "token": seated["token"]}, {"type": "leave_seat"})
    assert (await guests("GET", f"/v1/tables/{table}"))["stage"] == "open"


async def test_nobody_takes_a_seat_by_a_command(guests: Guests) -> None:
    """Whoever gets up would sit down again under another's name."""
    amber = await guests.open(options={"players": 3})
    coral = await guests.sit(amber["table"], "Coral")
    await guests.send(coral, {"type": "leave_seat"})
    action = {"type": "take_seat", "player": "Amber of a platform"}
    assert (await guests.send(coral, action, status=403))["code"] == "not_allowed"


async def test_anyone_may_watch_what_is_listed_and_any_table_of_guests(guests: Guests) -> None:
    hidden = (await guests.open(terms={"listed": False}))["table"]
    listed = await guests.open_table()
    for table in (hidden, listed):
        given = await guests("POST", f"{TABLES}/{table}/spectators", status=201)
        path = f"/v1/tables/{table}/view"
        assert (await guests("GET", path, token=given["token"]))["viewer"] == "spectator"


async def test_nobody_watches_what_is_hidden_or_where_spectators_are_not_welcome(
    guests: Guests,
) -> None:
    hidden = await guests.open_table(listed=False)
    for table in (hidden, "no-such-table"):
        problem = await guests("POST", f"{TABLES}/{table}/spectators", status=404)
        assert problem["detail"] == f"There is no table {table!r}."
    private = (await guests.open(terms={"spectators": "forbidden"}))["table"]
    problem = await guests("POST", f"{TABLES}/{private}/spectators", status=403)
    assert "no spectators" in problem["detail"]


async def test_an_address_opens_only_so_many_tables_a_minute(
    guest_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    async with serving(replace(guest_settings, guest_tables_per_minute=2.0), event_log) as caller:
        guests = Guests(caller.http)
        amber = await guests.open()
        await guests.open()
        body = {"game": "city", "options": {"players": 2}, "player": "Amber"}
        answer = await guests.http.post(TABLES, json=body)
        await guests.sit(amber["table"], "Basalt")
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many"
    assert 0 < int(answer.headers["Retry-After"]) <= 30
