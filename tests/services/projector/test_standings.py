"""Standings: rated in the order in which tables ended, whenever the results arrive."""

from itertools import permutations

import pytest

from services.projector.rating import initial_rating, rated_after
from services.projector.standings import Standings
from services.runtime.readmodels.generation_store import GenerationStore
from services.runtime.readmodels.rated_results import Finish, FinishedTable
from services.runtime.readmodels.standings import StandingList, StandingsPage, standings_page
from tests.services.full_client import FullClient

CITY = StandingList("ours", "city")

FINISHES = {
    "g1": (("Amber", 1), ("Basalt", 2), ("Coral", 3)),
    "g2": (("Basalt", 1), ("Amber", 2)),
    "g3": (("Coral", 1), ("Jade", 1), ("Amber", 3), ("Basalt", 4)),
    "g4": (("Jade", 1), ("Coral", 2)),
}


def finished(table: str, ended_at: int) -> FinishedTable:
    finishes = tuple(Finish(name, place, place == 1) for name, place in FINISHES[table])
    return FinishedTable(CITY, table, ended_at, finishes)


async def standings_after(client: FullClient, *batches: list[FinishedTable]) -> StandingsPage:
    """Apply batches of results to a new generation and return its standings."""
    model, generations = Standings(), GenerationStore(client)
    writer = await generations.create("standings", {})
    for batch in batches:
        await writer.write(await model.writes(writer, batch), {}, {})
    await generations.make_live(writer.generation)
    return await standings_page(client, CITY, 100)


@pytest.mark.anyio
async def test_late_results_give_the_same_standings(client: FullClient) -> None:
    """Two tables end in the same millisecond: their ids decide."""
    results = [finished(table, at) for table, at in zip(FINISHES, (10, 20, 20, 30), strict=True)]
    in_order = await standings_after(client, results)
    for order in permutations(results):
        one_by_one = await standings_after(client, *([result] for result in order))
        assert one_by_one == in_order
    in_pairs = await standings_after(client, results[2:], results[:2])
    assert in_pairs == in_order


@pytest.mark.anyio
async def test_standings_depend_on_the_order_of_results(client: FullClient) -> None:
    first = await standings_after(client, [finished("g1", 1), finished("g2", 2)])
    second = await standings_after(client, [finished("g1", 2), finished("g2", 1)])
    assert first != second


@pytest.mark.anyio
async def test_equal_ratings_share_a_rank_on_every_page(client: FullClient) -> None:
    tie = tuple(Finish(name, 1, won=True) for name in ("Amber", "Basalt"))
    lost = (Finish("Coral", 3, won=False),)
    await standings_after(client, [FinishedTable(CITY, "g1", 1, (*tie, *lost))])
    page = await standings_page(client, CITY, 10)
    assert [(row.rank, row.player) for row in page.standings] == [
        (1, "Basalt"),
        (1, "Amber"),
        (3, "Coral"),
    ]
    assert page.players == 3
    for skip, rank in enumerate((1, 1, 3)):
        assert (await standings_page(client, CITY, 1, skip)).standings[0].rank == rank
    assert (await standings_page(client, CITY, 10, 3)).standings == ()
    assert (await standings_page(client, StandingList("ours", "duel"), 10)).standings == ()


@pytest.mark.anyio
async def test_counts_results_and_rates_conservatively(client: FullClient) -> None:
    page = await standings_after(client, [finished("g1", 1), finished("g2", 2)])
    amber = next(row for row in page.standings if row.player == "Amber")
    assert (amber.played, amber.won) == (2, 1)
    assert amber.rating == amber.mu - 3 * amber.sigma


def test_winners_gain_losers_lose_and_uncertainty_shrinks() -> None:
    before = dict.fromkeys(("Amber", "Basalt", "Coral"), initial_rating())
    finishes = (Finish("Amber", 1, True), Finish("Basalt", 2, False), Finish("Coral", 3, False))
    after = rated_after(before, finishes)
    assert after["Amber"].mu > after["Basalt"].mu > after["Coral"].mu
    assert after["Amber"].mu > initial_rating().mu > after["Coral"].mu
    assert all(rated.sigma < initial_rating().sigma for rated in after.values())


def test_a_tie_between_equals_keeps_them_equal() -> None:
    before = dict.fromkeys(("Amber", "Basalt"), initial_rating())
    after = rated_after(before, (Finish("Amber", 1, True), Finish("Basalt", 1, True)))
    assert (after["Amber"].mu, after["Amber"].sigma) == (after["Basalt"].mu, after["Basalt"].sigma)


def test_the_seat_order_does_not_matter() -> None:
    before = {"Amber": initial_rating(), "Basalt": initial_rating()}
    finishes = (Finish("Amber", 1, True), Finish("Basalt", 2, False))
    assert rated_after(before, finishes) == rated_after(before, finishes[::-1])


@pytest.mark.anyio
async def test_platforms_have_standings_of_their_own(client: FullClient) -> None:
    """Even if their players had equal ids."""
    theirs = StandingList("theirs", "city")
    ours = await standings_after(client, [finished("g1", 1)])
    lost = (Finish("Jade", 1, won=True), Finish("Amber", 2, won=False))
    other_results = [FinishedTable(theirs, f"t{number}", 2 + number, lost) for number in range(3)]

    assert await standings_after(client, [finished("g1", 1), *other_results]) == ours
    assert (await standings_page(client, theirs, 10)).players == 2
