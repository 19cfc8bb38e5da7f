"""`bluemoon table`: inspect tables on the server."""

import json
import subprocess
import sys

import pytest

from services.runtime.store.keys import shard_of
from tests.cli.live import SHARDS, LiveSystem
from tests.cli.runner import BLUEMOON, call
from tests.services.servers import clean_environment
from tests.waiting import DEADLINE_SECONDS

PLAYERS = ("Amber", "Basalt")
COMMITS = 4
INTERRUPTED = 130
INTERRUPTED_TAIL = """
import signal

from cli.drawing.commit_printer import CommitPrinter
from cli.main import app

print_from = CommitPrinter.print_from


def print_and_interrupt(*arguments):
    position = print_from(*arguments)
    signal.raise_signal(signal.SIGINT)
    return position


CommitPrinter.print_from = print_and_interrupt
app()
"""


@pytest.fixture(scope="module")
def table_id(live: LiveSystem) -> str:
    """A table whose game has started: four commits."""
    table_id = "looked-at"
    live.open_table(table_id)
    for seat, player in enumerate(PLAYERS):
        live.call(
            "send", table_id, json.dumps({"type": "take_seat", "player": player}), "--seat", seat
        )
    assert live.call("send", table_id, '{"type":"start_game"}').exit_code == 0
    return table_id


def test_tables_are_listed_with_their_stage(live: LiveSystem, table_id: str) -> None:
    live.open_table("still-open")

    def listed(*options: object) -> dict[str, str]:
        lines = live.call("table", "ls", "--json", "--limit", 1000, *options).stdout.splitlines()
        return {row["table"]: row["stage"] for row in map(json.loads, lines)}

    assert listed()[table_id] == "playing"
    assert listed()["still-open"] == "open"
    assert table_id not in listed("--stage", "open")
    assert set(listed("--stage", "playing").values()) == {"playing"}


def test_ls_shows_the_last_changed_first_and_mentions_the_limit(live: LiveSystem) -> None:
    live.open_table("older")
    live.open_table("newest")

    first = json.loads(live.call("table", "ls", "--json", "--limit", 1).stdout)
    listing = live.call("table", "ls", "--limit", 1).stdout

    assert first["table"] == "newest"
    assert "use --limit to show more" in listing


def test_empty_server_is_reported_with_a_hint(live: LiveSystem) -> None:
    empty_server = LiveSystem(live.settings["BLUEMOON_SERVER"].removesuffix("/0") + "/3")
    try:
        for command in (("ls",), ("verify", "--all")):
            assert "bluemoon up --demo" in empty_server.call("table", *command).stdout
    finally:
        empty_server.client.close()


def test_show_draws_the_view_of_a_seat(live: LiveSystem, table_id: str) -> None:
    seat_view = live.call("table", "show", table_id, "--as", 0).stdout
    early_view = live.call("table", "show", table_id, "--at", 2).stdout

    assert "Anonymous is dealt 8 cards." in seat_view
    assert "seat 1: free" in early_view
    assert "the last commit is 4" in live.error_from("table", "show", table_id, "--at", 9)


def test_log_is_narrated_or_printed_as_stored(live: LiveSystem, table_id: str) -> None:
    output = live.call("table", "log", table_id, "--from", 2, "--as", "spectator").stdout
    raw = live.call("table", "log", table_id, "--json").stdout

    assert output.startswith("    2  Anonymous takes seat 0.\n    3  Anonymous takes seat 1")
    assert "Anonymous is dealt 8 cards." in output
    verification = call("replay", "-", "--verify", stdin=raw.encode())
    assert verification.exit_code == 0, verification.output
    assert "4 commits" in verification.stdout
    assert "cannot be combined with --as" in live.error_from(
        "table", "log", table_id, "--json", "--as", "1"
    )
    assert "the last commit is 4" in live.error_from("table", "log", table_id, "--from", 5)


def test_json_of_a_history_controls_no_terminal_and_can_be_verified(live: LiveSystem) -> None:
    reason = "\u202ednuor \x9b31m \U000e0041"
    live.open_table("deceptive")
    action = json.dumps({"type": "void_table", "reason": reason})
    outcome = live.call("send", "deceptive", action, "--json")
    log = live.call("table", "log", "deceptive", "--json").stdout
    tail = live.call("table", "tail", "deceptive", "--json").stdout

    assert outcome.exit_code == 0, outcome.output
    assert log == tail
    assert all(line.isprintable() for line in log.splitlines())
    assert json.loads(log.splitlines()[-1])["command"]["action"]["reason"] == reason
    verification = call("replay", "-", "--verify", stdin=log.encode())
    assert verification.exit_code == 0, verification.output


def test_verifies_a_table(live: LiveSystem, table_id: str) -> None:
    assert "4 commits" in live.call("table", "verify", table_id).stdout
    assert live.call("table", "verify", "--all").exit_code == 0


def test_verify_detects_a_changed_history(live: LiveSystem) -> None:
    shard = shard_of("forged", SHARDS)
    live.open_table("forged")
    [(_, fields)] = live.client.xrange(shard.table("forged"))
    forged = fields[b"commit"].replace(b'"players":2', b'"players":3')
    live.client.delete(shard.table("forged"))
    live.client.xadd(shard.table("forged"), {"commit": forged}, "1-0")
    try:
        assert "forged:1: commit 1: its hash is" in live.error_from("table", "verify", "forged")
        result = live.call("table", "verify", "--all")
    finally:
        live.remove_table("forged")

    assert result.exit_code == 2
    assert "1 of " in result.stderr.splitlines()[-1]


def test_tail_follows_a_table_until_it_is_closed(live: LiveSystem) -> None:
    live.open_table("followed")
    tail = subprocess.Popen(
        [BLUEMOON, "table", "tail", "followed"],
        env=clean_environment() | live.settings | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert tail.stdout is not None
    assert tail.stdout.readline() == "    1  A table for 2 players opens.\n"

    live.call("send", "followed", '{"type":"take_seat","player":"Amber"}', "--seat", 0)
    live.call("send", "followed", '{"type":"abort_table","reason":"enough"}')
    rest, _ = tail.communicate(timeout=DEADLINE_SECONDS)

    assert rest == "    2  Anonymous takes seat 0.\n    3  The table is closed: enough.\n"
    assert tail.returncode == 0


def test_ctrl_c_while_tail_prints_existing_commits_stops_it(
    live: LiveSystem, table_id: str
) -> None:
    """The command interrupts itself, so that the signal comes just before it reads on."""
    tail = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_TAIL, "table", "tail", table_id, "--json"],
        env=clean_environment() | live.settings,
        stdout=subprocess.PIPE,
        text=True,
        timeout=DEADLINE_SECONDS,
        check=False,
    )

    assert len(tail.stdout.splitlines()) == COMMITS
    assert tail.returncode == INTERRUPTED


@pytest.mark.parametrize("command", ["show", "log", "tail", "verify"])
def test_missing_table_is_named(live: LiveSystem, command: str) -> None:
    assert "there is no table unknown" in live.error_from("table", command, "unknown")


def test_verify_needs_a_table_or_all(live: LiveSystem) -> None:
    for arguments in ((), ("x", "--all")):
        assert "expected a TABLE or --all" in live.error_from("table", "verify", *arguments)
