"""Commands are sent, and each gets its own outcome."""

import asyncio
from pathlib import Path

import pytest

from services.runtime.connection import Client, connect, parse_address
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.settings import Settings
from tests.services.asking import ask, ask_open, ask_seat, commits_of, new_game
from tests.services.engines import SHARDS, Engines, eventually
from tests.services.servers import ServerProcess

pytestmark = pytest.mark.anyio


async def test_an_accepted_command_gets_its_version(
    engines: Engines, dispatcher: Dispatcher
) -> None:
    await engines.start()
    game = new_game()
    opened, seated = ask_open(game), ask_seat(game)
    outcome = await dispatcher.send(opened)
    assert (outcome.command, outcome.game, outcome.seq) == (opened.id, game, 1)
    assert outcome.rejection is None
    assert (await dispatcher.send(seated)).seq == 2


async def test_a_rejected_command_gets_the_reason(engines: Engines, dispatcher: Dispatcher) -> None:
    await engines.start()
    game = new_game()
    outcome = await dispatcher.send(ask_seat(game))
    assert outcome.seq is None
    assert outcome.rejection is not None
    assert outcome.rejection.code == "not_open"


async def test_two_games_may_use_the_same_command_id(
    engines: Engines, dispatcher: Dispatcher
) -> None:
    await engines.start()
    games = [new_game(shard) for shard in (0, 0, 1, 2)]
    outcomes = await asyncio.gather(*(dispatcher.send(ask_open(g, id="open")) for g in games))
    assert [outcome.game for outcome in outcomes] == games
    assert [outcome.seq for outcome in outcomes] == [1, 1, 1, 1]


async def test_without_an_engine_it_gives_up_in_time_and_may_send_again(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    game = new_game()
    command = ask_open(game)
    with pytest.raises(TimeoutError):
        await dispatcher.send(command, timeout_seconds=0.05)
    await engines.start()
    assert (await dispatcher.send(command)).seq == 1
    assert len(await commits_of(event_log, game)) == 1


async def test_one_who_gives_up_takes_nothing_from_another(
    engines: Engines, dispatcher: Dispatcher
) -> None:
    command = ask_open(new_game())
    patient = asyncio.create_task(dispatcher.send(command))
    with pytest.raises(TimeoutError):
        await dispatcher.send(command, timeout_seconds=0.05)
    await engines.start()
    assert (await patient).seq == 1


async def test_the_same_command_from_two_gateways_at_once_has_one_effect(
    engines: Engines, client: Client, event_log: EventLog
) -> None:
    await engines.start()
    games = [new_game() for _ in range(20)]
    commands = [ask_open(game) for game in games] + [ask_seat(game) for game in games]
    async with Dispatcher(event_log) as one, Dispatcher(EventLog(client, SHARDS)) as other:
        for command in commands[:20]:
            ours, theirs = await asyncio.gather(one.send(command), other.send(command))
            assert ours == theirs
            assert ours.seq == 1
        await asyncio.gather(*(gateway.send(c) for c in commands[20:] for gateway in (one, other)))
    for game in games:
        assert [commit.seq for commit in await commits_of(event_log, game)] == [1, 2]


async def test_a_duplicate_gets_the_first_outcome_whatever_happened_since(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    game = new_game()
    refused, opened, seated = ask_seat(game), ask_open(game), ask_seat(game)
    first = [await dispatcher.send(command) for command in (refused, opened, seated)]
    again = [await dispatcher.send(command) for command in (seated, refused, opened)]
    assert again == [first[2], first[0], first[1]]
    assert first[0].rejection is not None
    assert len(await commits_of(event_log, game)) == 2


async def test_another_action_under_a_used_id_changes_nothing(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    game = new_game()
    opened = await dispatcher.send(ask_open(game, id="c1"))
    assert await dispatcher.send(ask_seat(game, id="c1")) == opened
    assert len(await commits_of(event_log, game)) == 1


async def test_the_server_may_restart_while_commands_are_sent(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    settings = Settings(server=server.start(), shards=SHARDS, lock_seconds=1.0)
    client = connect(parse_address(settings.server))
    event_log = EventLog(client, SHARDS)
    engines = Engines(settings)
    game = new_game()
    try:
        async with Dispatcher(event_log) as dispatcher:
            await engines.start()
            assert (await dispatcher.send(ask_open(game))).seq == 1
            server.kill()
            sending = asyncio.create_task(dispatcher.send(ask_seat(game)))
            await asyncio.wait({sending}, timeout=0.3)
            assert not sending.done()
            server.start()
            assert (await sending).seq == 2
            server.stop()
            server.start()
            assert (await dispatcher.send(ask_seat(game, 1))).seq == 3

            async def settled() -> bool:
                return await event_log.version(game) == 3

            await eventually(settled, "all three are in the game")
    finally:
        await engines.stop_all()
        await client.aclose()
        server.stop()


async def test_a_command_that_nobody_can_decide_is_still_answered(
    engines: Engines, dispatcher: Dispatcher
) -> None:
    await engines.start()
    outcome = await dispatcher.send(ask(new_game(), {"type": "fly"}))
    assert outcome.rejection is not None
    assert outcome.rejection.code == "not_open"
