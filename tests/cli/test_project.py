"""`bluemoon project`: how the read models are doing, and building them anew."""

import json
import secrets
import subprocess
from collections.abc import Iterator

import pytest

from services.runtime.generations import GENERATIONS, LIVE, VERSIONS, rebuild_lock
from tests.cli.calling import BLUEMOON
from tests.cli.live import READY_SECONDS, Live
from tests.services.servers import clean_environment, within


@pytest.fixture
def game(live: Live) -> Iterator[str]:
    """A table, and no read models yet."""
    name = f"projected-{secrets.token_hex(4)}"
    live.client.delete(LIVE, GENERATIONS)
    live.open_table(name)
    yield name
    live.client.delete(LIVE, GENERATIONS)


def models(live: Live) -> dict[str, dict[str, object]]:
    found = json.loads(live.call("project", "status", "--json").stdout)["models"]
    return {model["model"]: model for model in found}


def test_what_was_never_built_is_said(live: Live, game: str) -> None:
    said = live.call("project", "status").stdout
    assert said.count("was never built") == len(VERSIONS)
    assert "No projector is at work" in said
    assert all(model["generation"] is None for model in models(live).values()), game


def test_all_models_are_rebuilt_or_one(live: Live, game: str) -> None:
    first = live.call("project", "rebuild")
    assert first.exit_code == 0, first.output
    assert first.stdout.startswith("tables:v1.")
    assert first.stdout.endswith(" are live\n")
    before = models(live)
    second = live.call("project", "rebuild", "standings")
    assert second.stdout.endswith(" is live\n")
    after = models(live)
    assert after["standings"]["generation"] != before["standings"]["generation"]
    assert after["tables"]["generation"] == before["tables"]["generation"]
    games = sum(live.client.hlen(shard.games) for shard in live.shards)
    assert after["tables"]["games"] == games, game
    assert after["tables"]["lag"] == [0] * len(live.shards)
    assert "v1." in live.call("project", "status").stdout


def test_a_rebuild_beside_another_is_refused(live: Live) -> None:
    live.client.set(rebuild_lock("players"), "somebody", px=60_000)
    try:
        assert "players are being rebuilt already" in live.refusal("project", "rebuild")
        assert "is being rebuilt" in live.call("project", "status").stdout
    finally:
        live.client.delete(rebuild_lock("players"))
    assert live.call("project", "rebuild", "players").exit_code == 0


def test_a_model_that_is_none_is_refused(live: Live) -> None:
    assert live.refusal("project", "rebuild", "lobby") == (
        "there is no model 'lobby'; there are: tables, players, standings and activity"
    )


def test_parked_games_are_listed_with_their_reason(live: Live, game: str) -> None:
    live.call("project", "rebuild")
    assert live.call("project", "parked").stdout.startswith("No game is parked")
    sick = f"sick-{secrets.token_hex(4)}"
    live.break_game(sick)
    live.note_game(sick, 1)
    try:
        rebuilt = live.call("project", "rebuild", "tables")
        said = live.call("project", "parked").stdout
        listed = live.call("project", "parked", "--json").stdout
    finally:
        live.mend_game(sick)
    assert sick in rebuilt.stderr, "it is loud"
    assert sick in said
    assert "unknown" in said
    [one] = map(json.loads, listed.splitlines())
    assert (one["model"], one["parked"]["game"], one["parked"]["seq"]) == ("tables", sick, 1)
    assert "unknown rules 'x/1'" in one["parked"]["reason"]
    assert models(live)["tables"]["parked"] == 1, game


def test_the_projector_runs_until_it_is_told_to_stop(live: Live, game: str) -> None:
    with subprocess.Popen(
        [BLUEMOON, "projector"],
        env=clean_environment() | live.settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as projector:
        try:
            within(READY_SECONDS, lambda: live.client.hlen(LIVE) == 4 or None, "all are built")
            assert json.loads(live.call("project", "status", "--json").stdout)["projecting"], game
        finally:
            projector.terminate()
        assert projector.stdout is not None
        said = projector.stdout.read()
        assert projector.wait(READY_SECONDS) == 0, said
    assert "projector stopped" in said
    assert "Traceback" not in said
