"""Guests: open tables, take seats, watch and leave without a platform."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from games.codec import read_commit
from games.duel.decks import DECKS
from schemas.table import TableAborted, TableOpened
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import all_shards
from tests.services.engines import SHARDS, Engines
from tests.services.full_client import client_of
from tests.services.gateway.conftest import PLATFORM_KEY, GatewayClient, serve_gateway
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

TABLES = "/v1/guests/tables"
LOW_RATE = 0.1
"""Tables per minute: so few that even a slow test never gets a second one."""
BOT = {"seat": 1, "level": "builder"}


class Guests(GatewayClient):
    async def open(self, player: str = "Amber", *, status: int = 201, **fields: Any) -> Any:
        body = {"game": "city", "options": {"players": 2}, "player": player} | fields
        return await self("POST", TABLES, body, status=status)

    async def sit(self, table: str, player: str, *, status: int = 200, **fields: Any) -> Any:
        body = {"player": player} | fields
        return await self("POST", f"{TABLES}/{table}/seats", body, status=status)

    async def send(self, seated: Any, action: Any, *, status: int = 200) -> Any:
        body = {"id": action["type"], "action": action}
        path = f"/v1/tables/{seated['table']}/commands"
        return await self("POST", path, body, token=seated["token"], status=status)

    async def view(self, seated: Any, *, status: int = 200) -> Any:
        path = f"/v1/tables/{seated['table']}/view"
        response = await self("GET", path, token=seated["token"], status=status)
        return response["view"] if status == 200 else response

    async def names(self, seated: Any) -> list[str | None]:
        """Return the players' names by seat."""
        path = f"/v1/tables/{seated['table']}/view"
        response = await self("GET", path, token=seated["token"])
        return [response["names"].get(seat["player"]) for seat in response["view"]["seats"]]

    async def start(self) -> tuple[Any, Any]:
        """Start a game of two guests."""
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
    async with serve_gateway(guest_settings, event_log) as client:
        yield Guests(client.http)


def code(problem: Any) -> str:
    return str(problem["rejection"]["code"])


async def test_returns_the_configuration_of_the_browser_client(
    gateway_settings: Settings, event_log: EventLog
) -> None:
    settings = replace(gateway_settings, live_url="wss://live.example", notifier_port=81)
    async with serve_gateway(settings, event_log) as gateway:
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
async def test_rejects_guests_if_they_are_disabled(
    gateway: GatewayClient, path: str, body: Any
) -> None:
    problem = await gateway("POST", TABLES + path, body, status=403)
    assert problem["code"] == "not_allowed"
    assert "does not allow guests" in problem["detail"]


async def test_the_game_starts_when_every_seat_is_taken(guests: Guests) -> None:
    amber, basalt = await guests.start()
    assert (amber["seat"], basalt["seat"]) == (0, 1)
    view = await guests.view(basalt)
    assert view["stage"] == "playing"
    assert await guests.names(basalt) == ["Amber", "Basalt"]
    assert isinstance(view["play"]["seats"][1]["hand"], list)
    assert isinstance(view["play"]["seats"][0]["hand"], int)


async def test_guests_choose_all_terms_but_autostart_and_platform(guests: Guests) -> None:
    terms = {"takebacks": True, "listed": False, "autostart": False, "platform": "test"}
    seated = await guests.open(terms=terms)
    agreed = (await guests.view(seated))["terms"]
    assert (agreed["takebacks"], agreed["listed"]) == (True, False)
    assert (agreed["autostart"], agreed["platform"]) == (True, "guests")


async def test_a_guest_gets_the_requested_seat_or_the_first_free_one(
    guests: Guests,
) -> None:
    first = await guests.open(terms={"bots": [{"seat": 0, "level": "builder"}]})
    assert first["seat"] == 1
    second = await guests.open(seat=1)
    assert second["seat"] == 1
    assert (await guests.sit(second["table"], "Basalt"))["seat"] == 0


@pytest.mark.parametrize(("dice_seed", "generated_digits"), [("", 64), ("fixed", 0)])
async def test_entropy_is_the_guests_own_or_random_unless_the_dice_are_fixed(
    guest_settings: Settings,
    event_log: EventLog,
    engines: Engines,
    dice_seed: str,
    generated_digits: int,
) -> None:
    await engines.start()
    async with serve_gateway(replace(guest_settings, dice_seed=dice_seed), event_log) as client:
        guests = Guests(client.http)
        amber = await guests.open(entropy="00ff")
        await guests.sit(amber["table"], "Basalt")
        chosen, generated = (
            table_seat["entropy"] for table_seat in (await guests.view(amber))["seats"]
        )
    assert chosen == "00ff"
    assert len(generated) == generated_digits


async def test_rejects_seats_at_started_finished_and_unknown_tables(guests: Guests) -> None:
    amber, _ = await guests.start()
    table = amber["table"]
    assert code(await guests.sit(table, "Coral", status=409)) == "already_started"
    await guests.send(amber, {"type": "resign"})
    assert code(await guests.sit(table, "Coral", status=409)) == "game_over"
    assert (await guests.sit("no-such-table", "Coral", status=404))["code"] == "not_found"


async def test_a_table_with_only_bot_seats_left_is_full(guests: Guests) -> None:
    amber = await guests.open(terms={"bots": [BOT]})
    assert code(await guests.sit(amber["table"], "Basalt", status=409)) == "table_full"
    assert code(await guests.sit(amber["table"], "Basalt", seat=1, status=409)) == "seat_reserved"
    assert code(await guests.sit(amber["table"], "Basalt", seat=0, status=409)) == "seat_taken"
    assert code(await guests.sit(amber["table"], "Basalt", seat=3, status=409)) == "no_such_seat"


async def test_rejects_seats_at_a_platforms_table(guests: Guests) -> None:
    table = await guests.open_table()
    problem = await guests.sit(table, "Amber", status=403)
    assert problem["code"] == "not_allowed"
    assert "belongs to a platform" in problem["detail"]


async def test_guests_who_sit_down_concurrently_get_different_seats(guests: Guests) -> None:
    amber = await guests.open(options={"players": 4})
    others = await asyncio.gather(
        *(guests.sit(amber["table"], player) for player in ("Basalt", "Coral", "Jade"))
    )
    assert {amber["seat"], *(other["seat"] for other in others)} == {0, 1, 2, 3}
    assert (await guests.view(amber))["stage"] == "playing"


@pytest.mark.parametrize("name", ["Amber", "amber", "\uff21mber", "builder bot", "Random Bot 2"])
async def test_rejects_names_like_those_of_other_players_and_bots(
    guests: Guests, name: str
) -> None:
    amber = await guests.open("Amber")
    problem = await guests.sit(amber["table"], name, status=409)
    assert code(problem) == "name_taken"
    assert "Choose another name" in problem["detail"]


@pytest.mark.parametrize("name", [" Amber", "Am\u202eber", "Am\nber", "\u200b", ""])
async def test_rejects_unprintable_and_padded_names(guests: Guests, name: str) -> None:
    assert (await guests.open(name, status=400))["code"] == "malformed"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"seat": 1, "terms": {"bots": [BOT]}}, 409),
        ({"terms": {"bots": [BOT, {"seat": 0, "level": "random"}]}}, 409),
        ({"player": "builder bot"}, 409),
        ({"terms": {"bots": [{"seat": 1, "level": "oracle"}]}}, 400),
        ({"game": "chess"}, 400),
        ({"options": {"players": 9}}, 400),
    ],
)
async def test_does_not_open_a_table_if_its_guest_cannot_sit_there(
    guests: Guests, event_log: EventLog, fields: dict[str, Any], status: int
) -> None:
    await guests(
        "POST",
        TABLES,
        {"game": "city", "options": {"players": 2}} | {"player": "Amber"} | fields,
        status=status,
    )
    for shard in all_shards(SHARDS):
        assert await client_of(event_log).hlen(shard.tables) == 0


async def test_closes_the_table_if_taking_the_seat_fails(
    guests: Guests, event_log: EventLog
) -> None:
    """Only the rules know that a table of two has no seat 3."""
    assert code(await guests.open(seat=3, status=409)) == "no_such_seat"
    table_ids = [
        table_id.decode()
        for shard in all_shards(SHARDS)
        for table_id in await client_of(event_log).hkeys(shard.tables)
    ]
    (table,) = table_ids
    events = [event async for line in event_log.read(table) for event in read_commit(line).events]
    assert [type(event) for event in events] == [TableOpened, TableAborted]


async def test_a_guest_can_leave_and_return(guests: Guests) -> None:
    amber = await guests.open(options={"players": 3})
    basalt = await guests.sit(amber["table"], "Basalt")
    await guests.send(basalt, {"type": "leave_seat"})
    assert (await guests.view(amber))["seats"][1]["player"] is None
    returned = await guests.sit(amber["table"], "Basalt")
    assert returned["seat"] == basalt["seat"]
    assert (await guests.names(returned))[1] == "Basalt"


async def test_rejects_a_former_sitting(guests: Guests) -> None:
    """Even if the next player has the same name."""
    amber = await guests.open(options={"players": 3})
    former = await guests.sit(amber["table"], "Basalt")
    await guests.send(former, {"type": "leave_seat"})
    repeated = await guests.send(former, {"type": "leave_seat"})
    assert repeated["command"] == "leave_seat", "a repeated command gets the same outcome"
    resign = {"id": "other", "action": {"type": "resign"}}
    path = f"/v1/tables/{former['table']}/commands"
    problem = await guests("POST", path, resign, token=former["token"], status=403)
    assert problem["code"] == "former_sitting", "the engine refuses any other"
    basalt = await guests.sit(amber["table"], "Basalt")
    assert basalt["seat"] == former["seat"]
    await guests.sit(amber["table"], "Coral")
    for problem in (
        await guests.view(former, status=403),
        await guests.send(former, {"type": "resign"}, status=403),
        await guests(
            "POST", f"/v1/tables/{former['table']}/token", token=former["token"], status=403
        ),
    ):
        assert problem["code"] == "former_sitting"
    assert (await guests.view(basalt))["stage"] == "playing"


async def test_closes_a_table_that_all_guests_have_left(guests: Guests) -> None:
    amber = await guests.open(options={"players": 3}, terms={"bots": [BOT]})
    coral = await guests.sit(amber["table"], "Coral")
    await guests.send(amber, {"type": "leave_seat"})
    assert (await guests.view(coral))["stage"] == "open"
    await guests.send(coral, {"type": "leave_seat"})

    async def ended_row() -> Any:
        row = await guests("GET", f"/v1/tables/{amber['table']}")
        return None if row["stage"] == "open" else row

    row = await eventually(ended_row, "the engine closes the table")
    assert (row["stage"], row["reason"]) == ("aborted", "all guests have left")


async def test_keeps_a_platforms_table_that_all_players_have_left(guests: Guests) -> None:
    table = await guests.open_table()
    path = f"/v1/tables/{table}/seats/0"
    seated = await guests("POST", path, {"player": "Amber"}, token=PLATFORM_KEY)
    await guests.send({"table": table, "token": seated["token"]}, {"type": "leave_seat"})
    assert (await guests("GET", f"/v1/tables/{table}"))["stage"] == "open"


async def test_rejects_take_seat_as_a_command(guests: Guests) -> None:
    """Otherwise a guest who left could return under another name."""
    amber = await guests.open(options={"players": 3})
    coral = await guests.sit(amber["table"], "Coral")
    await guests.send(coral, {"type": "leave_seat"})
    action = {"type": "take_seat", "player": "amber-of-a-platform"}
    assert (await guests.send(coral, action, status=403))["code"] == "not_allowed"


async def test_anyone_may_watch_listed_tables_and_tables_of_guests(guests: Guests) -> None:
    hidden = (await guests.open(terms={"listed": False}))["table"]
    listed = await guests.open_table()
    for table in (hidden, listed):
        minted = await guests("POST", f"{TABLES}/{table}/spectators", status=201)
        path = f"/v1/tables/{table}/view"
        assert (await guests("GET", path, token=minted["token"]))["viewer"] == "spectator"


async def test_rejects_spectators_of_unlisted_and_private_tables(
    guests: Guests,
) -> None:
    hidden = await guests.open_table(listed=False)
    for table in (hidden, "no-such-table"):
        problem = await guests("POST", f"{TABLES}/{table}/spectators", status=404)
        assert problem["detail"] == f"Table {table!r} does not exist."
    private = (await guests.open(terms={"spectators": "forbidden"}))["table"]
    problem = await guests("POST", f"{TABLES}/{private}/spectators", status=403)
    assert "does not allow spectators" in problem["detail"]


async def test_limits_new_tables_by_address(
    guest_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    async with serve_gateway(
        replace(guest_settings, guest_tables_per_minute=LOW_RATE), event_log
    ) as client:
        guests = Guests(client.http)
        amber = await guests.open()
        body = {"game": "city", "options": {"players": 2}, "player": "Amber"}
        response = await guests.http.post(TABLES, json=body)
        await guests.sit(amber["table"], "Basalt")
    assert response.status_code == 429
    assert response.json()["code"] == "too_many"
    assert 0 < int(response.headers["Retry-After"]) <= 60 / LOW_RATE


HOAX = {"leader": "hoax-00", "cards": list(DECKS["hoax"].cards)}
OWN_DECKS: dict[str, Any] = {"game": "duel", "options": {"own_decks": True}}


async def test_guests_bring_decks_that_others_do_not_see(guests: Guests) -> None:
    amber = await guests.open(**OWN_DECKS, deck={"decks": [HOAX]})
    basalt = await guests.sit(amber["table"], "Basalt", deck={"decks": ["aqua"]})

    own, other = await guests.view(amber), await guests.view(basalt)
    assert own["seats"][0]["deck"] == {"decks": [HOAX | {"inquisitor": None}]}
    assert other["seats"][0]["deck"] is None
    assert [side["leader"] for side in other["play"]["sides"]] == ["hoax-00", "aqua-00"]


async def test_a_guest_with_a_bad_deck_does_not_sit_down(guests: Guests) -> None:
    deck = {"decks": [{"leader": "hoax-00", "cards": ["hoax-01"]}]}
    problem = await guests.open(**OWN_DECKS, deck=deck, status=409)
    assert code(problem) == "bad_deck"
    problem = await guests.open(game="duel", options={}, deck={"decks": ["aqua"]}, status=409)
    assert code(problem) == "deck_not_accepted"
    problem = await guests.open(deck={"decks": ["aqua"]}, status=409)
    assert code(problem) == "deck_not_accepted"
