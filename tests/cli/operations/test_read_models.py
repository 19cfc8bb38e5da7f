"""`bluemoon read-models`: status, rebuilds and parked tables."""

import json
import secrets
import subprocess
from collections.abc import Iterator

import pytest

from services.runtime.readmodels.generations import GENERATIONS, LIVE, VERSIONS, rebuild_lock
from tests.cli.live import LiveSystem
from tests.cli.runner import BLUEMOON
from tests.services.servers import clean_environment
from tests.waiting import DEADLINE_SECONDS, wait_until


@pytest.fixture
def table_id(live: LiveSystem) -> Iterator[str]:
    """A table, and no read models yet."""
    name = f"projected-{secrets.token_hex(4)}"
    live.client.delete(LIVE, GENERATIONS)
    live.open_table(name)
    yield name
    live.client.delete(LIVE, GENERATIONS)


def models(live: LiveSystem) -> dict[str, dict[str, object]]:
    models_status = json.loads(live.call("read-models", "status", "--json").stdout)["models"]
    return {model["model"]: model for model in models_status}


def test_status_marks_models_that_were_never_built(live: LiveSystem, table_id: str) -> None:
    output = live.call("read-models", "status").stdout
    assert output.count("never built") == len(VERSIONS)
    assert "No projector is running" in output
    assert all(model["generation"] is None for model in models(live).values()), table_id


def test_rebuilds_all_models_or_one(live: LiveSystem, table_id: str) -> None:
    first = live.call("read-models", "rebuild")
    assert first.exit_code == 0, first.output
    assert first.stdout.startswith("tables:v2.")
    assert first.stdout.endswith(" are live\n")
    before = models(live)
    second = live.call("read-models", "rebuild", "standings")
    assert second.stdout.endswith(" is live\n")
    after = models(live)
    assert after["standings"]["generation"] != before["standings"]["generation"]
    assert after["tables"]["generation"] == before["tables"]["generation"]
    table_count = sum(live.client.hlen(shard.tables) for shard in live.shards)
    assert after["tables"]["tables"] == table_count, table_id
    assert after["tables"]["lag"] == [0] * len(live.shards)
    assert "v2." in live.call("read-models", "status").stdout


def test_rejects_a_concurrent_rebuild(live: LiveSystem) -> None:
    live.client.set(rebuild_lock("players"), "somebody", px=60_000)
    try:
        assert "the players read model is already being rebuilt" in live.error_from(
            "read-models", "rebuild"
        )
        assert "rebuilding" in live.call("read-models", "status").stdout
    finally:
        live.client.delete(rebuild_lock("players"))
    assert live.call("read-models", "rebuild", "players").exit_code == 0


def test_rejects_an_unknown_model(live: LiveSystem) -> None:
    assert live.error_from("read-models", "rebuild", "lobby") == (
        "there is no read model 'lobby'; known: tables, players, standings, activity"
    )


def test_parked_tables_are_listed_with_their_reason(live: LiveSystem, table_id: str) -> None:
    live.call("read-models", "rebuild")
    assert live.call("read-models", "parked").stdout.startswith("No table is parked")
    broken_id = f"sick-{secrets.token_hex(4)}"
    live.break_table(broken_id)
    live.register_table(broken_id, 1)
    try:
        rebuilt = live.call("read-models", "rebuild", "tables")
        output = live.call("read-models", "parked").stdout
        listed = live.call("read-models", "parked", "--json").stdout
    finally:
        live.remove_table(broken_id)
    assert broken_id in rebuilt.stderr, "it is logged"
    assert broken_id in output
    assert "missing required field" in " ".join(output.split())
    [entry] = map(json.loads, listed.splitlines())
    assert (entry["model"], entry["parked"]["table"], entry["parked"]["seq"]) == (
        "tables",
        broken_id,
        1,
    )
    assert "missing required field" in entry["parked"]["reason"]
    assert models(live)["tables"]["parked"] == 1, table_id


def test_projector_runs_until_sigterm(live: LiveSystem, table_id: str) -> None:
    with subprocess.Popen(
        [BLUEMOON, "projector"],
        env=clean_environment() | live.settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as projector:
        try:
            wait_until(lambda: live.client.hlen(LIVE) == 4 or None, "all are built")
            assert json.loads(live.call("read-models", "status", "--json").stdout)[
                "has_projector"
            ], table_id
        finally:
            projector.terminate()
        assert projector.stdout is not None
        output = projector.stdout.read()
        assert projector.wait(DEADLINE_SECONDS) == 0, output
    assert "projector stopped" in output
    assert "Traceback" not in output
