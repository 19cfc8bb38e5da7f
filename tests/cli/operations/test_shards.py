"""`bluemoon shards`: owner and backlog of each shard."""

import json

from tests.cli.live import OPEN, SHARDS, LiveSystem


def test_every_shard_has_the_engine_as_its_owner(live: LiveSystem) -> None:
    report = json.loads(live.call("shards", "--json").stdout)

    [engine] = report["engines"]
    assert [shard["shard"] for shard in report["shards"]] == list(range(SHARDS))
    assert {shard["owner"] for shard in report["shards"]} == {engine}


def test_tables_and_backlog_are_counted(live: LiveSystem) -> None:
    def shards() -> list[dict[str, int]]:
        report: list[dict[str, int]] = json.loads(live.call("shards", "--json").stdout)["shards"]
        return report

    before = shards()
    live.open_table("counted")
    report = shards()

    for field in ("tables", "feed"):
        assert sum(shard[field] for shard in report) == sum(shard[field] for shard in before) + 1
    assert all(shard["waiting"] == shard["pending"] == 0 for shard in report)
    assert "1 engine" in live.call("shards").stdout


def test_commands_wait_without_an_engine(live: LiveSystem) -> None:
    without_engine = LiveSystem(live.settings["BLUEMOON_SERVER"].removesuffix("/0") + "/2")
    try:
        without_engine.call("send", "waiting", OPEN, "--no-wait")
        report = json.loads(without_engine.call("shards", "--json").stdout)
        output = without_engine.call("shards").stdout
    finally:
        without_engine.client.flushdb()
        without_engine.client.close()

    assert report["engines"] == []
    assert sum(shard["waiting"] for shard in report["shards"]) == 1
    assert "No engine is running" in output
