"""`bluemoon shards`: who owns what."""

import json

from tests.cli.live import OPEN, SHARDS, Live


def test_every_shard_has_the_engine_as_its_owner(live: Live) -> None:
    found = json.loads(live.call("shards", "--json").stdout)

    [engine] = found["engines"]
    assert [shard["shard"] for shard in found["shards"]] == list(range(SHARDS))
    assert {shard["owner"] for shard in found["shards"]} == {engine}


def test_games_and_what_waits_are_counted(live: Live) -> None:
    def shards() -> list[dict[str, int]]:
        found: list[dict[str, int]] = json.loads(live.call("shards", "--json").stdout)["shards"]
        return found

    before = shards()
    live.open_table("counted")
    found = shards()

    for figure in ("games", "feed"):
        assert sum(one[figure] for one in found) == sum(one[figure] for one in before) + 1
    assert all(shard["waiting"] == shard["pending"] == 0 for shard in found)
    assert "1 engine" in live.call("shards").stdout


def test_without_an_engine_commands_wait_and_it_says_so(live: Live) -> None:
    elsewhere = Live(live.settings["BLUEMOON_SERVER"].removesuffix("/0") + "/2")
    try:
        elsewhere.call("send", "waiting", OPEN, "--no-wait")
        found = json.loads(elsewhere.call("shards", "--json").stdout)
        said = elsewhere.call("shards").stdout
    finally:
        elsewhere.client.flushdb()
        elsewhere.client.close()

    assert found["engines"] == []
    assert sum(shard["waiting"] for shard in found["shards"]) == 1
    assert "No engine is alive" in said
