"""The operator's commands work on a cluster as well."""

import json
from pathlib import Path

from tests.cli.live import SHARDS, live_on
from tests.services.servers import ClusterServers


def test_operator_commands_work_on_a_cluster(tmp_path: Path) -> None:
    servers = ClusterServers(tmp_path)
    try:
        with live_on(servers.start(), tmp_path) as live:
            table_ids = [f"spread-{number}" for number in range(SHARDS)]
            for table_id in table_ids:
                live.open_table(table_id)
            rows = live.call("table", "ls", "--json").stdout.splitlines()
            shards = json.loads(live.call("shards", "--json").stdout)

            assert sorted(json.loads(row)["table"] for row in rows) == table_ids
            streams = [stream for shard in shards["shards"] for stream in shard["streams"]]
            assert len({stream["owner"] for stream in streams}) == 1
            assert live.call("table", "verify", "--all").stdout.startswith(f"{SHARDS} tables")
            assert (
                live.call("table", "log", table_ids[0]).stdout
                == "    1  A table for 2 players opens.\n"
            )
            assert live.call("dead-letters", "ls").stdout.startswith("No unresolved dead letters")
            assert "no dead letter" in live.error_from("dead-letters", "retry", "1/1-0")
            assert live.call("shards", "resize", "--streams", 2).exit_code == 0
            live.open_table("after-the-change")
    finally:
        servers.stop()
