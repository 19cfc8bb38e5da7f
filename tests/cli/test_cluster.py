"""The operator's commands on a cluster: the same words, the same answers."""

import json
from pathlib import Path

from tests.cli.live import SHARDS, live_on
from tests.services.servers import ClusterServers


def test_the_commands_work_on_a_cluster(tmp_path: Path) -> None:
    servers = ClusterServers(tmp_path)
    try:
        with live_on(servers.start(), tmp_path) as live:
            games = [f"spread-{number}" for number in range(SHARDS)]
            for game in games:
                live.open_table(game)
            rows = live.call("game", "ls", "--json").stdout.splitlines()
            shards = json.loads(live.call("shards", "--json").stdout)

            assert sorted(json.loads(row)["game"] for row in rows) == games
            assert len({shard["owner"] for shard in shards["shards"]}) == 1
            assert live.call("game", "verify", "--all").stdout.startswith(f"{SHARDS} games")
            assert live.call("game", "log", games[0]).stdout == "    1  A table for 2 is opened.\n"
            assert live.call("dead", "ls").stdout.startswith("No dead letters")
            assert "there is no letter" in live.refusal("dead", "retry", "1/1-0")
    finally:
        servers.stop()
