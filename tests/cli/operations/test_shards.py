"""`bluemoon shards`: owners and backlog of each shard, and the number of command streams."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from services.runtime.store.keys import shard_of
from tests.cli.live import OPEN, SHARDS, LiveSystem


def report_of(system: LiveSystem) -> Any:
    return json.loads(system.call("shards", "--json").stdout)


def streams_of(system: LiveSystem) -> list[Any]:
    return [stream for shard in report_of(system)["shards"] for stream in shard["streams"]]


@pytest.fixture
def without_engine(live: LiveSystem) -> Iterator[LiveSystem]:
    """An empty database of the server that no engine reads."""
    system = LiveSystem(live.settings["BLUEMOON_SERVER"].removesuffix("/0") + "/2")
    yield system
    system.client.flushdb()
    system.client.close()


def test_every_shard_has_the_engine_as_its_owner(live: LiveSystem) -> None:
    report = report_of(live)

    [engine] = report["engines"]
    assert [shard["shard"] for shard in report["shards"]] == list(range(SHARDS))
    assert [stream["owner"] for stream in streams_of(live)] == [engine] * SHARDS


def test_tables_and_backlog_are_counted(live: LiveSystem) -> None:
    before = report_of(live)["shards"]
    live.open_table("counted")
    after = report_of(live)["shards"]

    for field in ("tables", "feed"):
        assert sum(shard[field] for shard in after) == sum(shard[field] for shard in before) + 1
    assert all(stream["waiting"] == stream["pending"] == 0 for stream in streams_of(live))
    assert "1 engine" in live.call("shards").stdout


def test_commands_wait_without_an_engine(without_engine: LiveSystem) -> None:
    without_engine.call("send", "waiting", OPEN, "--no-wait")

    assert report_of(without_engine)["engines"] == []
    assert sum(stream["waiting"] for stream in streams_of(without_engine)) == 1
    assert "No engine is running" in without_engine.call("shards").stdout


def test_the_number_of_command_streams_changes(without_engine: LiveSystem) -> None:
    result = without_engine.call("shards", "resize", "--streams", 2)

    assert result.stdout == "Every shard has 2 command streams.\n"
    assert [len(shard["streams"]) for shard in report_of(without_engine)["shards"]] == [2] * SHARDS
    assert "3/1" in without_engine.call("shards").stdout
    entry = json.loads(without_engine.call("audit-log", "--json").stdout.splitlines()[-1])
    assert entry["intervention"] == "shards_resized"
    assert entry["subject"] == "2"


def test_a_change_waits_for_commands_that_are_queued(without_engine: LiveSystem) -> None:
    without_engine.call("send", "waiting", OPEN, "--no-wait")
    number = shard_of("waiting", SHARDS).number
    error = without_engine.error_from("shards", "resize", "--streams", 3, "--timeout", 0.2)

    assert error == (
        f"former command streams of 1 shard ({number}) still hold commands, which engines decide "
        "first: start an engine, then run this again"
    )
    shard = report_of(without_engine)["shards"][number]
    assert shard["is_draining"]
    assert [stream["waiting"] for stream in shard["streams"]] == [1]
    without_engine.call("send", "waiting", OPEN, "--no-wait")
    assert report_of(without_engine)["shards"][number]["queued"] == 1
    assert f"{number}/new" in without_engine.call("shards").stdout


def test_a_shard_has_at_least_one_command_stream(live: LiveSystem) -> None:
    assert "--streams" in live.error_from("shards", "resize", "--streams", 0)
