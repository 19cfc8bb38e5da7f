"""A commit that can't be read or does not fold stops its own game, and no other."""

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from schemas.commit import AnyCommit, canonical, seal
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.connection import Client
from services.runtime.event_log import EventLog
from services.runtime.generations import VERSIONS, live_generation
from services.runtime.parked_games import Parked, parked_games
from services.runtime.table_lists import TableLists, Wanted
from services.runtime.telemetry import PARKED
from tests.services.engines import eventually
from tests.services.projector.playing import append, append_raw, played
from tests.services.projector.rows import everything
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


async def seqs(client: Client) -> dict[str, int]:
    page = await TableLists(client).page(Wanted(), 100)
    return {row.table: row.seq for row in page.rows}


async def parked_in(client: Client, model: str) -> list[Parked]:
    generation = await live_generation(client, model)  # type: ignore[arg-type]
    assert generation is not None
    return await parked_games(client, generation)


def lied_about(commit: AnyCommit) -> bytes:
    """Sealed in order, but its state is not what its events lead to."""
    return canonical(seal(replace(commit, state="f" * 64)))


def torn(commit: AnyCommit) -> bytes:
    return canonical(commit)[:100]


def of_other_rules(commit: AnyCommit) -> bytes:
    return canonical(replace(commit, rules="chess/1"))


@pytest.mark.parametrize("spoil", [lied_about, torn, of_other_rules])
async def test_a_poisoned_commit_parks_its_game_in_every_model_and_others_go_on(
    event_log: EventLog, projectors: Projectors, client: Client, spoil: object
) -> None:
    projectors.start()
    sick, well = played("sick", 12), played("well", 12)
    with capture_logs() as logs:
        await append(event_log, [*sick[:5], *well[:5]])
        await projectors.caught_up()
        await append_raw(event_log, [("sick", 6, spoil(sick[5]))])  # type: ignore[operator]
        await append(event_log, [*sick[6:], *well[5:]])
        await projectors.caught_up()
    assert await seqs(client) == {"sick": 5, "well": 12}
    for model in VERSIONS:
        [parked] = await parked_in(client, model)
        assert (parked.game, parked.seq) == ("sick", 6)
        assert parked.reason
    errors = [entry for entry in logs if entry["log_level"] == "error"]
    assert {entry["model"] for entry in errors} == set(VERSIONS)
    assert {(entry["game"], entry["seq"]) for entry in errors} == {("sick", 6)}

    async def measured() -> bool:
        return all(PARKED.labels(model)._value.get() == 1 for model in VERSIONS)

    await eventually(measured, "the gauge shows it")
    followed = await everything(client)
    await Rebuild(event_log, MODELS, 100).run()
    assert await everything(client) == followed, "a rebuild parks it at the same commit"
    assert [parked.seq for parked in await parked_in(client, "tables")] == [6]


async def test_a_rebuild_takes_a_mended_game_in_again(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    commits = played("g1", 12)
    await append(event_log, commits[:5])
    await append_raw(event_log, [("g1", 6, torn(commits[5]))])
    await projectors.caught_up()
    assert len(await parked_in(client, "players")) == 1
    await client.delete(event_log.shard("g1").game("g1"))
    await append(event_log, commits)
    await projectors.caught_up()
    assert await seqs(client) == {"g1": 5}
    await Rebuild(event_log, MODELS, 100).run()
    assert await seqs(client) == {"g1": 12}
    assert await parked_in(client, "players") == []


async def test_a_spoiled_feed_does_no_harm_while_the_game_is_sound(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    """The feed only repeats what the games' own streams say."""
    projectors.start()
    commits = played("g1", 12)
    await append(event_log, commits[:5])
    await projectors.caught_up()
    shard = event_log.shard("g1")
    async with client.pipeline(transaction=True) as pipe:
        pipe.xadd(shard.game("g1"), {"commit": canonical(commits[5])}, id="6-0")
        pipe.xadd(shard.feed, {"game": "g1", "seq": 6, "commit": torn(commits[5])})
        pipe.xadd(shard.feed, {"nonsense": "x"})
        pipe.xadd(shard.feed, {"game": "g1", "seq": "six", "commit": "x"})
        pipe.hset(shard.games, "g1", 6)
        await pipe.execute()
    await append(event_log, commits[6:])
    await projectors.caught_up()
    assert await seqs(client) == {"g1": 12}
    assert await parked_in(client, "tables") == []


async def test_a_commit_that_is_missing_parks_its_game(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    await append(event_log, [*played("g1", 6), *played("g2", 6)])
    await client.xdel(event_log.shard("g1").game("g1"), "3-0")
    projectors.start()
    await projectors.caught_up()
    assert await seqs(client) == {"g1": 2, "g2": 6}
    [parked] = await parked_in(client, "activity")
    assert (parked.game, parked.seq) == ("g1", 3)
    assert "expected commit 3, found 4" in parked.reason


async def test_a_key_of_the_wrong_kind_parks_its_game(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    await append(event_log, [*played("g1", 6), *played("g2", 6)])
    await client.delete(event_log.shard("g1").game("g1"))
    await client.set(event_log.shard("g1").game("g1"), "no stream")
    projectors.start()
    await projectors.caught_up()
    assert await seqs(client) == {"g2": 6}
    [parked] = await parked_in(client, "tables")
    assert (parked.game, parked.seq) == ("g1", 1)
    assert "WRONGTYPE" in parked.reason


async def test_a_model_that_fails_on_one_game_parks_it_in_that_model_alone(
    event_log: EventLog, projectors: Projectors, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = MODELS[1].news

    def fails(told: object) -> object:
        if told.game == "g1":  # type: ignore[attr-defined]
            raise ValueError("a mistake in the code")
        return news(told)  # type: ignore[arg-type]

    monkeypatch.setattr(MODELS[1], "news", fails)
    await append(event_log, [*played("g1", 6), *played("g2", 6)])
    projectors.start()
    await projectors.caught_up()
    assert [parked.game for parked in await parked_in(client, "players")] == ["g1"]
    assert "a mistake in the code" in (await parked_in(client, "players"))[0].reason
    assert await parked_in(client, "tables") == []
    assert await seqs(client) == {"g1": 6, "g2": 6}
