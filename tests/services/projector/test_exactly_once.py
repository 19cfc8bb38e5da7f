"""Every read model applies each commit exactly once, despite crashes and concurrent writers."""

import asyncio
import os
import signal
import subprocess
from itertools import count

import pytest
from redis.exceptions import ConnectionError as ConnectionLostError

from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.operations.settings import Settings, to_environment
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import READ_MODEL_WRITE_CONFLICTS
from services.runtime.readmodels.generation_store import GenerationStore
from services.runtime.readmodels.generations import Generation
from services.runtime.readmodels.writer import (
    SealedError,
    Write,
    WriteConflictError,
)
from services.runtime.store.event_log import EventLog
from services.runtime.store.feed_cursor import START
from tests.cli.runner import BLUEMOON
from tests.services.full_client import FullClient, client_of, stores_of
from tests.services.projector.histories import append, interleaved_commits
from tests.services.projector.rows import read_all_models
from tests.services.projectors import Projectors
from tests.services.servers import clean_environment
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def assert_same_as_rebuilt(event_log: EventLog, projectors: Projectors) -> None:
    await projectors.caught_up()
    followed = await read_all_models(client_of(event_log))
    await projectors.stop()
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert await read_all_models(client_of(event_log)) == followed


async def test_applies_once_when_cancelled_at_any_point(
    event_log: EventLog, projectors: Projectors
) -> None:
    """Cancels the projector after more and more steps of the event loop."""
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    commits = interleaved_commits(6, seed=11)
    size = len(commits) // 60 + 1
    for run in range(60):
        await append(event_log, commits[run * size : (run + 1) * size])
        projecting = projectors.start()
        for _ in range(3 * run):
            await asyncio.sleep(0)
        await cancel_tasks(projecting)
    projectors.start()
    await assert_same_as_rebuilt(event_log, projectors)


async def test_applies_once_with_two_projectors(
    event_log: EventLog, projectors: Projectors
) -> None:
    """Runs both without the leader lock."""
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    conflicts = READ_MODEL_WRITE_CONFLICTS.labels("tables")._value.get()
    projectors.start()
    projectors.start()
    seeds = count(12)

    async def have_conflicted() -> bool:
        await append(event_log, interleaved_commits(6, seed=next(seeds)))
        return bool(READ_MODEL_WRITE_CONFLICTS.labels("tables")._value.get() > conflicts)

    await eventually(have_conflicted, "the projectors conflict")
    await assert_same_as_rebuilt(event_log, projectors)


class LossyScript:
    """A script that runs, but loses every third reply."""

    def __init__(self, script: object) -> None:
        self._script = script
        self._calls = 0

    async def __call__(self, **arguments: object) -> object:
        reply = await self._script(**arguments)  # type: ignore[operator]
        self._calls += 1
        if self._calls % 3 == 0:
            raise ConnectionLostError("reply lost")
        return reply


async def test_applies_once_when_replies_get_lost(
    event_log: EventLog, projectors: Projectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    register = client_of(event_log).register_script
    with monkeypatch.context() as patched:
        patched.setattr(
            client_of(event_log), "register_script", lambda text: LossyScript(register(text))
        )
        patched.setattr("services.projector.projector.RETRY_SECONDS", 0)
        projectors.start()
        await append(event_log, interleaved_commits(3, seed=13))
        await projectors.caught_up()
        await projectors.stop()
    await assert_same_as_rebuilt(event_log, projectors)


async def test_applies_once_when_the_process_is_killed(
    event_log: EventLog, settings: Settings, projectors: Projectors
) -> None:
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    commits = interleaved_commits(6, seed=14)
    third = len(commits) // 3
    for run in range(3):
        with subprocess.Popen(
            [BLUEMOON, "projector"],
            env=clean_environment() | to_environment(settings),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            before = await read_all_models(client_of(event_log))
            appending = asyncio.create_task(
                append(event_log, commits[run * third : (run + 1) * third])
            )

            async def has_written() -> bool:
                return await read_all_models(client_of(event_log)) != before  # noqa: B023

            await eventually(has_written, "the process writes")
            os.kill(process.pid, signal.SIGKILL)
            await appending
    await append(event_log, commits[3 * third :])
    projectors.start()
    await assert_same_as_rebuilt(event_log, projectors)


async def test_rejects_a_whole_write_with_an_old_revision(
    client: FullClient,
) -> None:
    generations = GenerationStore(client)
    writer = await generations.create("tables", {0: START})
    generation = writer.generation
    other = await generations.load(generation)
    assert other is not None
    key = generation.key("rows")
    await writer.write([Write("HINCRBY", key, ("a", 1))], {"g": 1}, {})
    with pytest.raises(WriteConflictError):
        await other.write([Write("HINCRBY", key, ("a", 1))], {"g": 1}, {})
    assert await client.hgetall(key) == {b"a": b"1"}
    await writer.write([Write("HINCRBY", key, ("a", 1))], {"g": 2}, {})
    assert await client.hgetall(key) == {b"a": b"2"}
    assert await writer.applied_seqs(["g", "h"]) == {"g": 2, "h": 0}


async def test_rejects_writes_to_a_sealed_or_deleted_generation(
    client: FullClient,
) -> None:
    generations = GenerationStore(client)
    writer = await generations.create("tables", {0: START})
    generation = writer.generation
    await generations.seal(generation, Generation("tables", 1, 78))
    write = Write("SET", generation.key("rows"), ("x",))
    with pytest.raises(SealedError):
        await writer.write([write], {}, {})
    await generations.unseal(generation)
    await client.delete(generation.cursors)
    with pytest.raises(WriteConflictError):
        await writer.write([write], {}, {})
    assert not await client.exists(generation.key("rows"), generation.cursors)
    await generations.seal(generation, Generation("tables", 1, 78))
    assert await generations.load(generation) is None
