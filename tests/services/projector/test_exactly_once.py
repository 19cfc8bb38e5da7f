"""Every commit has its effect on every model once, whoever dies, and however many write."""

import asyncio
import os
import signal
import subprocess

import pytest
from redis.exceptions import ConnectionError as ConnectionLostError

from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.projector.writing import ChangedError, SealedError, Write, create, load, seal, unseal
from services.runtime.connection import Client
from services.runtime.event_log import EventLog
from services.runtime.feed_place import START
from services.runtime.generations import Generation
from services.runtime.settings import Settings, environment_of
from services.runtime.tasks import end
from services.runtime.telemetry import REFUSED_WRITES
from tests.cli.calling import BLUEMOON
from tests.services.engines import eventually
from tests.services.projector.playing import append, many_games
from tests.services.projector.rows import everything
from tests.services.projectors import Projectors
from tests.services.servers import clean_environment

pytestmark = pytest.mark.anyio


async def assert_same_as_rebuilt(event_log: EventLog, projectors: Projectors) -> None:
    await projectors.caught_up()
    followed = await everything(event_log.client)
    await projectors.stop()
    await Rebuild(event_log, MODELS, 100).run()
    assert await everything(event_log.client) == followed


async def test_a_projector_that_dies_anywhere_does_nothing_twice(
    event_log: EventLog, projectors: Projectors
) -> None:
    """Cancelled after one step of the event loop, after two, and so on."""
    await Rebuild(event_log, MODELS, 100).run()
    commits = many_games(6, seed=11)
    some = len(commits) // 60 + 1
    for life in range(60):
        await append(event_log, commits[life * some : (life + 1) * some])
        projecting = projectors.start()
        for _ in range(3 * life):
            await asyncio.sleep(0)
        await end(projecting)
    projectors.start()
    await assert_same_as_rebuilt(event_log, projectors)


async def test_two_projectors_at_once_do_nothing_twice(
    event_log: EventLog, projectors: Projectors
) -> None:
    """Without the lock that lets one of them stand by."""
    await Rebuild(event_log, MODELS, 100).run()
    refused = REFUSED_WRITES.labels("tables")._value.get()
    projectors.start()
    projectors.start()
    await append(event_log, many_games(6, seed=12))
    await assert_same_as_rebuilt(event_log, projectors)
    assert REFUSED_WRITES.labels("tables")._value.get() > refused, "they never met"


class AnswersGetLost:
    """A script that does its work, and whose every third answer never comes."""

    def __init__(self, script: object) -> None:
        self._script = script
        self._calls = 0

    async def __call__(self, **arguments: object) -> object:
        answer = await self._script(**arguments)  # type: ignore[operator]
        self._calls += 1
        if self._calls % 3 == 0:
            raise ConnectionLostError("the answer was lost")
        return answer


async def test_an_answer_that_gets_lost_leads_to_no_second_effect(
    event_log: EventLog, projectors: Projectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Rebuild(event_log, MODELS, 100).run()
    register = event_log.client.register_script
    with monkeypatch.context() as patched:
        patched.setattr(
            event_log.client, "register_script", lambda text: AnswersGetLost(register(text))
        )
        patched.setattr("services.projector.projector.RETRY_SECONDS", 0)
        projectors.start()
        await append(event_log, many_games(3, seed=13))
        await projectors.caught_up()
        await projectors.stop()
    await assert_same_as_rebuilt(event_log, projectors)


async def test_a_process_that_is_killed_does_nothing_twice(
    event_log: EventLog, settings: Settings, projectors: Projectors
) -> None:
    await Rebuild(event_log, MODELS, 100).run()
    commits = many_games(6, seed=14)
    third = len(commits) // 3
    for life in range(3):
        with subprocess.Popen(
            [BLUEMOON, "projector"],
            env=clean_environment() | environment_of(settings),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            before = await everything(event_log.client)
            playing = asyncio.create_task(
                append(event_log, commits[life * third : (life + 1) * third])
            )

            async def is_at_work() -> bool:
                return await everything(event_log.client) != before  # noqa: B023

            await eventually(is_at_work, "the process projects")
            os.kill(process.pid, signal.SIGKILL)
            await playing
    await append(event_log, commits[3 * third :])
    projectors.start()
    await assert_same_as_rebuilt(event_log, projectors)


@pytest.fixture
def generation() -> Generation:
    return Generation("tables", 1, 77)


async def test_a_write_on_an_old_revision_is_refused_whole(
    client: Client, generation: Generation
) -> None:
    writer = await create(client, generation, {0: START})
    other = await load(client, generation)
    assert other is not None
    key = generation.key("rows")
    await writer.write([Write("HINCRBY", key, ("a", 1))], {"g": 1}, {})
    with pytest.raises(ChangedError):
        await other.write([Write("HINCRBY", key, ("a", 1))], {"g": 1}, {})
    assert await client.hgetall(key) == {b"a": b"1"}
    await writer.write([Write("HINCRBY", key, ("a", 1))], {"g": 2}, {})
    assert await client.hgetall(key) == {b"a": b"2"}
    assert await writer.where(["g", "h"]) == {"g": 2, "h": 0}


async def test_nothing_is_written_to_a_generation_that_is_sealed_or_gone(
    client: Client, generation: Generation
) -> None:
    writer = await create(client, generation, {0: START})
    await seal(client, generation, Generation("tables", 1, 78))
    write = Write("SET", generation.key("rows"), ("x",))
    with pytest.raises(SealedError):
        await writer.write([write], {}, {})
    await unseal(client, generation)
    await client.delete(generation.cursors)
    with pytest.raises(ChangedError):
        await writer.write([write], {}, {})
    assert not await client.exists(generation.key("rows"), generation.cursors)
    await seal(client, generation, Generation("tables", 1, 78))
    assert await load(client, generation) is None
