"""Backup and restore as described in docs/operations.md keep every commit."""

import re
import shutil
from pathlib import Path

import redis

from schemas.commit import canonical
from services.runtime.store.keys import shard_of
from tests.services.commands import history
from tests.services.engines import SHARDS
from tests.services.servers import ServerProcess

OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()


def commands() -> list[list[str]]:
    """Return the commands from the page, before and after the copy."""
    [block] = re.findall(r"```\n(CONFIG SET auto-aof.*?)```", OPERATIONS, re.DOTALL)
    return [line.split("#")[0].split() for line in block.splitlines()]


def test_a_copy_of_a_running_server_has_everything_acknowledged(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "server")
    stream = shard_of("g1", SHARDS).table("g1")
    lines = [canonical(commit) for commit, _ in history("g1", 60)]
    copy = tmp_path / "copy"
    before, rewriting, after = commands()
    try:
        with redis.Redis.from_url(server.start()) as client:
            for number, line in enumerate(lines, start=1):
                client.xadd(stream, {"commit": line}, id=f"{number}-0")
                if number == 20:
                    client.bgrewriteaof()
            client.execute_command(*before)
            while client.info("persistence")["aof_rewrite_in_progress"]:
                pass
            assert rewriting == ["INFO", "persistence"]
            shutil.copytree(server.folder / "appendonlydir", copy / "appendonlydir")
            client.execute_command(*after)
            client.xadd(stream, {"commit": b"after the copy"}, id=f"{len(lines) + 1}-0")
    finally:
        server.kill()
    restored = ServerProcess(copy)
    try:
        with redis.Redis.from_url(restored.start()) as client:
            restored_lines = [fields[b"commit"] for _, fields in client.xrange(stream)]
    finally:
        restored.stop()
    assert restored_lines == lines
