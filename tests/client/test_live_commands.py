"""Commands on the live connection: an outcome, or the certainty that it must be sent again."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from client import BlueMoon, Live, RejectedError
from client.backoff import Backoff
from schemas.city.actions import Draw
from schemas.city.options import CityOptions
from schemas.http import CommandRequest
from schemas.live import CommandOutcome, SendCommand, SubscriptionEnded
from tests.client.conftest import TABLE_ID
from tests.client.fake_notifier import FakeNotifier
from tests.waiting import eventually, time_limit

pytestmark = pytest.mark.anyio

RESIGN = b'{"type":"resign"}'


@pytest.fixture
async def live(notifier: FakeNotifier) -> AsyncIterator[Live]:
    async with Live(notifier.url, backoff=lambda: Backoff(0.01, 0.05)) as live:
        yield live


def accepted(command: SendCommand) -> CommandOutcome:
    return CommandOutcome(command.subscription, command.id, 7)


async def received(notifier: FakeNotifier, count: int = 1) -> None:
    async def has_commands() -> bool:
        return len(notifier.commands) == count

    await eventually(has_commands, "the notifier gets the command")


async def connected(notifier: FakeNotifier) -> None:
    async def has_subscriber() -> bool:
        return any(notifier.sockets.values())

    await eventually(has_subscriber, "the client subscribes")


async def test_returns_the_outcome_of_a_command(live: Live, notifier: FakeNotifier) -> None:
    notifier.outcome = accepted
    async with live.commits(TABLE_ID, "token") as commits:
        await connected(notifier)
        outcome = await commits.send_command("c1", RESIGN, 6)
    assert outcome is not None
    assert outcome.seq == 7
    (command,) = notifier.commands
    assert (command.id, bytes(command.action), command.expected_seq) == ("c1", RESIGN, 6)


@pytest.mark.parametrize("loss", ["connection", "subscription"])
async def test_a_lost_outcome_is_reported(live: Live, notifier: FakeNotifier, loss: str) -> None:
    async with live.commits(TABLE_ID, "token") as commits:
        await connected(notifier)
        sending = asyncio.create_task(commits.send_command("c1", RESIGN, None))
        await received(notifier)
        if loss == "connection":
            notifier.break_connections()
        else:
            name = notifier.commands[0].subscription
            await notifier.send_all(SubscriptionEnded(name, "unavailable", "try again later"))
        async with time_limit():
            assert await sending is None


async def test_without_a_connection_nothing_is_sent(notifier: FakeNotifier) -> None:
    await notifier.stop()
    async with (
        Live(notifier.url, backoff=lambda: Backoff(0.01, 0.05)) as live,
        live.commits(TABLE_ID, "token") as commits,
    ):
        assert await commits.send_command("c1", RESIGN, None) is None
    await notifier.start()
    assert notifier.commands == []


async def test_a_seat_acts_on_its_live_connection(
    moon: BlueMoon, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = (await moon.gateway.open_table("city", CityOptions(2))).table
    tokens = [
        (await moon.gateway.take_seat(table, seat, name)).token
        for seat, name in enumerate(("Amber", "Basalt"))
    ]
    await moon.gateway.start_game(table)
    posted: list[CommandRequest] = []
    monkeypatch.setattr("client.gateway.CommandRequest", lambda *fields: posted.append(fields))
    async with moon.seat(table, tokens[0]) as amber, moon.seat(table, tokens[1]) as basalt:
        seat = amber if amber.view.actions else basalt
        assert seat._commits is not None

        async def is_subscribed() -> bool:
            assert seat._commits is not None
            outcome = await seat._commits.send_command("probe", b'{"type":"draw"}', 1)
            return outcome is not None

        await eventually(is_subscribed, "the seat follows its table")
        outcome = await seat.act(Draw(), expected_seq=seat.view.seq, command_id="c1")
        assert outcome.seq == seat.view.seq + 1
        assert await seat.act(Draw(), command_id="c1") == outcome, "the same command again"
        with pytest.raises(RejectedError) as error:
            await seat.act(Draw(), expected_seq=1)
        assert error.value.rejection.code == "stale"
    assert posted == [], "nothing went over HTTP"
