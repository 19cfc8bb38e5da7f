"""Whole engines on real shards: order, lost groups, orderly stops, and trouble of all sorts."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from schemas.commit import AnyCommand, canonical
from services.engine import batch as batches
from services.engine.deciding import Envelope, decide
from services.runtime.connection import Client, connect, parse_address
from services.runtime.dispatch import Dispatcher, read_outcome
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings
from services.runtime.telemetry import FENCED, HEARTBEAT_SECONDS, LAG_ENTRIES
from tests.services.asking import ask_open, ask_seat, commits_of, new_game
from tests.services.engines import SHARDS, Engine, Engines, eventually
from tests.services.servers import ServerProcess

pytestmark = pytest.mark.anyio


def long_story(game: str, turns: int) -> list[AnyCommand]:
    """Commands that are all accepted in this order, and in no other."""
    return [ask_open(game), *(ask_seat(game, turn) for turn in range(turns))]


async def send_in_order(event_log: EventLog, stories: list[list[AnyCommand]]) -> None:
    """All stories side by side, each in its order."""
    for commands in zip(*stories, strict=True):
        await asyncio.gather(*(event_log.send(one.game, canonical(one)) for one in commands))


async def answered(event_log: EventLog, commands: int) -> None:
    """Wait until so many outcomes are there."""

    async def found() -> bool:
        counts = [await event_log.client.xlen(s.outcomes) for s in event_log.all_shards()]
        return bool(sum(counts) >= commands)

    await eventually(found, f"{commands} outcomes")


async def pending(event_log: EventLog) -> int:
    found = 0
    for shard in event_log.all_shards():
        answer = await event_log.client.xpending(shard.commands, ENGINE_GROUP)
        found += answer["pending"]
    return found


async def check_stories(event_log: EventLog, stories: list[list[AnyCommand]]) -> None:
    """Every command was accepted, once, in the order it was sent."""
    for commands in stories:
        commits = await commits_of(event_log, commands[0].game)
        assert [commit.command.id for commit in commits] == [command.id for command in commands]


async def test_order_within_each_game_under_load(engines: Engines, event_log: EventLog) -> None:
    await engines.start()
    stories = [long_story(new_game(), 30) for _ in range(40)]
    await send_in_order(event_log, stories)
    await answered(event_log, 40 * 31)
    await check_stories(event_log, stories)
    assert await pending(event_log) == 0


async def test_order_while_shards_move(engines: Engines, event_log: EventLog) -> None:
    first = await engines.start()
    stories = [long_story(new_game(), 60) for _ in range(20)]
    sending = asyncio.create_task(send_in_order(event_log, stories))
    await answered(event_log, 100)
    await engines.start()
    await answered(event_log, 400)
    await first.stop()
    await sending
    await answered(event_log, 20 * 61)
    await check_stories(event_log, stories)


async def test_an_orderly_stop_leaves_nothing_half_done(
    engines: Engines, event_log: EventLog
) -> None:
    # A lock that lasts: on a busy machine a short one could run out while its shard is left.
    first = await engines.start(batch_max=20, lock_seconds=30.0)
    stories = [long_story(new_game(), 40) for _ in range(20)]
    sending = asyncio.create_task(send_in_order(event_log, stories))
    await answered(event_log, 100)
    await first.stop()
    assert await pending(event_log) == 0
    await sending
    await engines.start()
    await answered(event_log, 20 * 41)
    await check_stories(event_log, stories)


async def test_shards_of_a_stopped_engine_are_taken_at_once(
    engines: Engines, dispatcher: Dispatcher, client: Client
) -> None:
    first = await engines.start()
    second = await engines.start()
    tokens = {
        shard: await client.get(shard.owner(ENGINE_GROUP)) for shard in first.log.all_shards()
    }
    before = {*first.ownership.owned}
    await first.stop()

    async def taken() -> bool:
        return len(second.ownership.owned) == SHARDS

    await eventually(taken, "the other engine has all shards")
    for shard in before:
        assert await client.get(shard.owner(ENGINE_GROUP)) not in (None, tokens[shard])
    for number in range(SHARDS):
        assert (await dispatcher.send(ask_open(new_game(number)))).seq == 1


async def test_what_a_dead_owner_left_comes_first(
    engines: Engines, event_log: EventLog, client: Client
) -> None:
    game = new_game()
    shard = event_log.shard(game)
    story = long_story(game, 20)
    await event_log.ensure_group(shard)
    for command in story[:8]:
        await event_log.send(game, canonical(command))
    await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=8)
    for command in story[8:]:
        await event_log.send(game, canonical(command))
    await engines.start()
    await answered(event_log, len(story))
    await check_stories(event_log, [story])
    assert await pending(event_log) == 0


async def destroy_group(client: Client, shard: ShardKeys) -> None:
    await client.xgroup_destroy(shard.commands, ENGINE_GROUP)


async def delete_stream(client: Client, shard: ShardKeys) -> None:
    await client.delete(shard.commands)


Loss = Callable[[Client, ShardKeys], Awaitable[None]]


@pytest.mark.parametrize("lose", [destroy_group, delete_stream])
async def test_a_lost_group_is_made_again(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog, lose: Loss
) -> None:
    engine = await engines.start()
    game = new_game()
    shard = event_log.shard(game)
    story = long_story(game, 12)
    for command in story[:4]:
        assert (await dispatcher.send(command)).seq
    for number in range(4, len(story), 3):
        await lose(event_log.client, shard)
        # Sent before the engine may have noticed: a group that starts at the end would skip them.
        for command in story[number : number + 3]:
            await event_log.send(game, canonical(command))
        assert (await dispatcher.send(story[number + 2])).seq == number + 3
    await check_stories(event_log, [story])
    await check_healthy(engine)


async def test_commands_in_the_stream_survive_the_loss_of_its_group(
    engines: Engines, event_log: EventLog, client: Client
) -> None:
    """Delivered and unanswered, or not even delivered: with the group all of that is forgotten."""
    game = new_game()
    shard = event_log.shard(game)
    story = long_story(game, 9)
    await event_log.ensure_group(shard)
    for command in story:
        await event_log.send(game, canonical(command))
    await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=5)
    await client.xgroup_destroy(shard.commands, ENGINE_GROUP)
    await engines.start()
    await answered(event_log, len(story))
    await check_stories(event_log, [story])


async def test_an_emptied_server_is_served_again(
    engines: Engines, dispatcher: Dispatcher, client: Client
) -> None:
    engine = await engines.start()
    old = [new_game(number) for number in range(SHARDS)]
    for game in old:
        assert (await dispatcher.send(ask_open(game))).seq == 1
    await client.flushdb()
    for game in old:
        outcome = await dispatcher.send(ask_seat(game))
        assert outcome.rejection is not None
        assert outcome.rejection.code == "not_open", "what is in memory only is not true"
        assert (await dispatcher.send(ask_open(game))).seq == 1
    await check_healthy(engine)


async def check_healthy(engine: Engine) -> None:
    """Ready, every loop turning, nothing waiting."""
    beats = {
        shard: HEARTBEAT_SECONDS.labels(f"shard-{shard.number}")._value.get()
        for shard in engine.log.all_shards()
    }

    async def turned() -> bool:
        return engine.health.problems() == {} and all(
            HEARTBEAT_SECONDS.labels(f"shard-{shard.number}")._value.get() > beat
            for shard, beat in beats.items()
        )

    await eventually(turned, "every loop turns")

    async def nothing_waits() -> bool:
        lags = [LAG_ENTRIES.labels(str(shard.number), ENGINE_GROUP)._value.get() for shard in beats]
        return lags == [0] * SHARDS

    await eventually(nothing_waits, "nothing waits")


async def test_an_engine_that_lost_its_lock_writes_nothing_more(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog, client: Client
) -> None:
    await engines.start()
    game = new_game()
    shard = event_log.shard(game)
    assert (await dispatcher.send(ask_open(game))).seq == 1
    fenced = FENCED._value.get()
    await client.set(shard.owner(ENGINE_GROUP), "another-engine", px=1_000)
    seated = asyncio.create_task(dispatcher.send(ask_seat(game)))

    async def refused() -> bool:
        return bool(FENCED._value.get() > fenced)

    await eventually(refused, "the batch is refused")
    assert await event_log.version(game) == 1
    assert (await seated).seq == 2, "when the other is gone, the shard is taken and answered"


async def test_poison_of_every_sort_in_one_shard(
    engines: Engines, event_log: EventLog, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(envelope: Envelope, *rest: Any) -> Any:
        if envelope.id.startswith("poison"):
            raise ZeroDivisionError("a mistake in the rules")
        return decide(envelope, *rest)

    monkeypatch.setattr(batches, "decide", raising)
    shard = event_log.all_shards()[0]
    stories = [long_story(new_game(0), 10) for _ in range(5)]
    tampered = new_game(0)
    await client.xadd(shard.game(tampered), {"commit": "no commit"}, id="1-0")
    bad = [
        b"no command",
        canonical(ask_open(new_game(1))),
        canonical(ask_seat(stories[0][0].game, id="poison-1")),
        canonical(ask_seat(tampered, id="tampered-1")),
        b"[" * 50_000,
    ]
    await event_log.ensure_group(shard)
    for number, commands in enumerate(zip(*stories, strict=True)):
        for command in commands:
            await client.xadd(shard.commands, {"command": canonical(command)})
        if number % 2:
            await client.xadd(shard.commands, {"command": bad[number // 2]})
    await client.xadd(shard.commands, {"something": "else"})
    await engines.start(batch_max=7)
    await answered(event_log, 5 * 11 + 2)
    await check_stories(event_log, stories)
    told = [read_outcome(fields) for _, fields in await client.xrange(shard.outcomes)]
    refused = {one.command: one.rejection.code for one in told if one.rejection is not None}
    assert refused == {"poison-1": "internal", "tampered-1": "internal"}

    async def put_aside() -> bool:
        return bool(await client.xlen(shard.dead) == len(bad) + 1)

    await eventually(put_aside, "all that is bad is put aside")
    assert await pending(event_log) == 0


async def test_a_full_server_costs_no_command(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    settings = Settings(server=server.start(), shards=SHARDS, lock_seconds=1.0)
    client = connect(parse_address(settings.server))
    event_log = EventLog(client, SHARDS)
    engines = Engines(settings)
    game = new_game()
    story = long_story(game, 5)
    try:
        engine = await engines.start()
        async with Dispatcher(event_log) as dispatcher:
            assert (await dispatcher.send(story[0])).seq == 1
            await client.config_set("maxmemory", "1")
            sending = asyncio.create_task(dispatcher.send(story[1]))

            async def not_ready() -> bool:
                return "maxmemory" in engine.health.problems().get("shards", "")

            await eventually(not_ready, "readiness says why")
            assert not sending.done()
            await client.config_set("maxmemory", "0")
            assert (await sending).seq == 2
            for command in story[2:]:
                assert (await dispatcher.send(command)).seq
            await check_stories(event_log, [story])

            async def ready() -> bool:
                return engine.health.problems() == {}

            await eventually(ready, "it is ready again")
            assert [await client.exists(shard.dead) for shard in event_log.all_shards()] == [0] * 4
    finally:
        await engines.stop_all()
        await client.aclose()
        server.stop()
