"""What the one who runs a deployment sees: services that answer, that hang, that are gone."""

import contextlib
import socket
from collections.abc import Iterator

import pytest

from services.runtime.directory import listed, services
from services.runtime.event_log import EventLog
from services.runtime.health import Health, serve_health
from tests.services.engines import eventually
from tests.services.gateway.conftest import PLATFORM_KEY, Caller
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio

PATH = "/v1/operations"


@contextlib.contextmanager
def answering() -> Iterator[tuple[str, Health]]:
    """A real health address, as every service has one."""
    health = Health()
    url, server = serve_health(health, "127.0.0.1", 0)
    try:
        yield url, health
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def hanging() -> Iterator[str]:
    """Takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def nobody() -> str:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    return f"http://127.0.0.1:{port}"


async def test_services_tell_what_they_measure_and_one_that_does_not_answer_is_down(
    gateway: Caller, event_log: EventLog
) -> None:
    client = event_log.client
    with answering() as (url, health), hanging() as silent:
        async with (
            listed(client, "engine", url),
            listed(client, "notifier", silent),
            listed(client, "projector", nobody()),
        ):
            await eventually(lambda: _all_listed(event_log), "all three are on the list")
            found = await gateway("GET", PATH, token=PLATFORM_KEY)
            states = {one["name"]: (one["up"], one["ready"]) for one in found["services"]}
            assert states == {
                "engine": (True, False),
                "notifier": (False, False),
                "projector": (False, False),
            }
            health.ready("start")
            found = await gateway("GET", PATH, token=PLATFORM_KEY)
    engine, *others = found["services"]
    assert (engine["address"], engine["ready"]) == (url, True)
    names = {sample["name"] for sample in engine["samples"]}
    assert {"bluemoon_ready", "process_resident_memory_bytes"} < names
    assert [other["samples"] for other in others] == [[], []]


async def _all_listed(event_log: EventLog) -> bool:
    return len(await services(event_log.client)) == 3


async def test_the_server_says_how_full_it_is(gateway: Caller) -> None:
    server = (await gateway("GET", PATH, token=PLATFORM_KEY))["server"]
    assert server["used_memory_bytes"] > 0
    assert server["memory_bytes_max"] is None
    assert 0 < server["memory_ratio"] < 1
    assert server["nodes"] in {1, 3}


async def test_tables_are_counted_by_stage_as_soon_as_a_projector_has_seen_them(
    gateway: Caller, projectors: Projectors
) -> None:
    assert (await gateway("GET", PATH, token=PLATFORM_KEY))["games"] is None
    await gateway.open_table()
    await gateway.start_game()
    await gateway.open_table(listed=False)
    projectors.start()
    await projectors.caught_up()
    games = (await gateway("GET", PATH, token=PLATFORM_KEY))["games"]
    assert games == {"open": 2, "playing": 1, "over": 0, "aborted": 0}


async def test_dead_letters_that_nobody_has_looked_after_are_counted(
    gateway: Caller, event_log: EventLog
) -> None:
    first, second, *_ = event_log.all_shards()
    for shard in (first, second, second):
        await event_log.client.xadd(shard.dead, {"letter": "{}"})
    await event_log.client.hset(second.dead_handled, "1-0", "dropped")
    assert (await gateway("GET", PATH, token=PLATFORM_KEY))["dead_letters"] == 2


async def test_only_a_platform_may_see_it(gateway: Caller) -> None:
    _, tokens = await gateway.start_game()
    assert (await gateway("GET", PATH, status=401))["code"] == "no_token"
    assert (await gateway("GET", PATH, token=tokens[0], status=403))["code"] == "not_allowed"
