"""Every user of the server may do what its service needs, and nothing else."""

from collections.abc import Iterator

import pytest
from redis.exceptions import NoPermissionError, ResponseError

from services.runtime.readmodels.generations import LIVE, Generation
from services.runtime.server.users import SERVER_USERS, Right
from services.runtime.store.command_stream import CommandStream
from services.runtime.store.event_log import ENGINE_GROUP, AppendRequest, EventLog
from services.runtime.store.keys import (
    AUDIT_LOG,
    PLATFORMS,
    PLAYERS,
    WEBHOOKS,
    StreamKeys,
    WebhookKeys,
    shard_of,
)
from services.runtime.store.stream_layout import Resizing
from services.runtime.store.trimming import trim_commands
from tests.deploy.server_script import ADMIN, PASSWORDS, ScriptServer, run_server_script
from tests.services.full_client import client_of, connect_fully

TABLE = "table-1"
SHARD = shard_of(TABLE, 16)
COMMITS = SHARD.table(TABLE)
ROWS = Generation("tables", 2, 1).key("rows")
NAMES = tuple(user.name for user in SERVER_USERS)
OTHERS = tuple(name for name in NAMES if name != "engine")
PERMISSION = r"ACL failure in script|No permissions"
APPEND = ("XADD", COMMITS, "2-0", "commit", "{}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScriptServer]:
    with run_server_script(tmp_path_factory.mktemp("users")) as server:
        with server.client(ADMIN) as client:
            client.xadd(COMMITS, {"commit": "{}"}, id="1-0")
        yield server


def is_refused(server: ScriptServer, user: str, *command: str) -> bool:
    with server.client(user) as client:
        try:
            client.execute_command(*command)
        except NoPermissionError:
            return True
        except ResponseError:
            return False
    return False


@pytest.mark.parametrize("user", OTHERS)
def test_only_engines_write_commits(server: ScriptServer, user: str) -> None:
    assert is_refused(server, user, *APPEND)
    assert not is_refused(server, user, "XRANGE", COMMITS, "-", "+")


def test_an_engine_appends_commits(server: ScriptServer) -> None:
    assert not is_refused(server, "engine", *APPEND)


@pytest.mark.parametrize("user", NAMES)
@pytest.mark.parametrize(
    "command",
    [
        ("DEL", COMMITS),
        ("UNLINK", COMMITS),
        ("XDEL", COMMITS, "1-0"),
        ("XTRIM", COMMITS, "MAXLEN", "0"),
        ("EXPIRE", COMMITS, "1"),
        ("RENAME", COMMITS, SHARD.snapshot(TABLE)),
        ("SET", COMMITS, "nothing"),
        ("DEL", AUDIT_LOG),
        ("XTRIM", AUDIT_LOG, "MAXLEN", "0"),
    ],
)
def test_nobody_changes_or_deletes_commits_and_audit_entries(
    server: ScriptServer, user: str, command: tuple[str, ...]
) -> None:
    assert is_refused(server, user, *command)


@pytest.mark.parametrize(
    "command",
    [
        ("HGETALL", PLATFORMS),
        ("HGETALL", PLAYERS),
        ("HGETALL", WEBHOOKS),
        ("XRANGE", AUDIT_LOG, "-", "+"),
        ("HGETALL", WebhookKeys("amber", "hook").deliveries),
        ("HGETALL", ROWS),
    ],
)
def test_an_engine_reads_no_keys_names_or_webhooks(
    server: ScriptServer, command: tuple[str, ...]
) -> None:
    assert is_refused(server, "engine", *command)
    assert not is_refused(server, "operator", *command)


@pytest.mark.parametrize(
    ("user", "command"),
    [
        ("gateway", ("XREADGROUP", "GROUP", "engine", "x", "STREAMS", SHARD.commands, ">")),
        ("gateway", ("XRANGE", SHARD.commands, "-", "+")),
        ("gateway", ("DEL", SHARD.commands)),
        ("gateway", ("HSET", SHARD.streams, "generation", "9")),
        ("notifier", ("XADD", StreamKeys(SHARD, is_draining=True).commands, "*", "command", "{}")),
        ("gateway", ("SET", SHARD.owner("engine"), "gateway")),
        ("gateway", ("XADD", SHARD.feed, "*", "commit", "{}")),
        ("gateway", ("XADD", SHARD.outcomes, "*", "command", "1")),
        ("gateway", ("SET", SHARD.snapshot(TABLE), "{}")),
        ("gateway", ("HSET", ROWS, TABLE, "{}")),
        ("gateway", ("HSET", LIVE, "tables", "v2.9")),
        ("notifier", ("XADD", SHARD.feed, "*", "commit", "{}")),
        ("notifier", ("XRANGE", SHARD.commands, "-", "+")),
        ("notifier", ("HSET", PLATFORMS, "amber", "{}")),
        ("notifier", ("HSET", PLAYERS, "p1", "{}")),
        ("notifier", ("HSET", ROWS, TABLE, "{}")),
        ("projector", ("XADD", SHARD.commands, "*", "command", "{}")),
        ("projector", ("HGETALL", PLATFORMS)),
        ("projector", ("HGETALL", PLAYERS)),
        ("projector", ("HGETALL", WEBHOOKS)),
        ("operator", ("SET", SHARD.owner("engine"), "operator")),
    ],
)
def test_a_service_does_no_work_of_another(
    server: ScriptServer, user: str, command: tuple[str, ...]
) -> None:
    assert is_refused(server, user, *command)


@pytest.mark.parametrize("user", NAMES)
@pytest.mark.parametrize(
    "command",
    [
        ("KEYS", "*"),
        ("SCAN", "0"),
        ("RANDOMKEY",),
        ("FLUSHALL",),
        ("CONFIG", "SET", "appendonly", "no"),
        ("ACL", "LIST"),
        ("MONITOR",),
        ("CLIENT", "LIST"),
        ("CLIENT", "TRACKING", "ON", "BCAST"),
        ("SHUTDOWN", "NOSAVE"),
        ("REPLICAOF", "127.0.0.1", "1"),
        ("SUBSCRIBE", "anything"),
    ],
)
def test_nobody_administers_the_server(
    server: ScriptServer, user: str, command: tuple[str, ...]
) -> None:
    assert is_refused(server, user, *command)


@pytest.mark.parametrize("user", OTHERS)
def test_a_script_has_the_rights_of_its_caller(server: ScriptServer, user: str) -> None:
    text = "return redis.call('XADD', KEYS[1], '9-0', 'commit', '{}')"
    with server.client(user) as client:
        script = client.register_script(text)
        with pytest.raises(ResponseError, match=PERMISSION):
            script(keys=[COMMITS])


@pytest.mark.anyio
async def test_an_operator_changes_the_number_of_command_streams(server: ScriptServer) -> None:
    """Writers follow, and an engine drains the old streams. Each has the rights for its part."""
    logs = {user: EventLog(connect_fully(server.url(user)), 16) for user in NAMES}
    try:
        await logs["gateway"].send(TABLE, b"1")
        for count, writer in ((2, "notifier"), (3, "gateway"), (1, "operator")):
            layout = await logs["operator"].layouts.read(SHARD)
            assert await logs["operator"].layouts.resize(layout, count) is Resizing.DONE
            await logs[writer].send(TABLE, b"2")
            await drain(logs["engine"])
        assert (await logs["engine"].layouts.read(SHARD)).streams[0].generation == 3
    finally:
        for log in logs.values():
            await client_of(log).aclose()


async def drain(log: EventLog) -> None:
    """Do what the owner of a draining stream does, with all commands decided."""
    layout = await log.layouts.read(SHARD)
    for old in layout.draining_streams:
        if await log.ensure_group(old):
            stream = CommandStream(client_of(log), old)
            entries = await stream.read_new(10)
            requests = [AppendRequest(entry.id, dead_letter=b"{}") for entry in entries]
            await client_of(log).set(old.owner(ENGINE_GROUP), "token")
            await log.append(old, "token", requests)
            await trim_commands(client_of(log), old)
    await log.layouts.finish_draining(layout.draining_streams[0])
    assert not (await log.layouts.read(SHARD)).draining


@pytest.mark.parametrize("user", NAMES)
def test_the_configuration_shows_no_password(server: ScriptServer, user: str) -> None:
    with server.client(user) as client:
        shown = str(client.config_get("*"))
    assert not [password for password in PASSWORDS.values() if password in shown]
    assert "requirepass': ''" in shown


def test_patterns_of_shards_exclude_read_models() -> None:
    """`{s*}:cursors` would match `{standings:v2.1}:cursors`."""
    standings = Generation("standings", 2, 1)
    assert not any("{s*}" in user.rule() for user in SERVER_USERS)
    assert standings.cursors.startswith("{s")


@pytest.mark.parametrize("right", Right)
def test_every_right_is_used(right: Right) -> None:
    assert any(right in user.keys for user in SERVER_USERS)
