"""No viewer learns what it must not know.

Two worlds are played with the same commands; they differ only in two cards that the viewer never
saw: another seat drew them, or nobody did. Up to the command where the difference shows (another
seat plays a card that it does not hold in the other world), every byte for that viewer must be
the same: commits, views, legal actions and refusals.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from games import table as tables
from games.bots import random_bot
from games.city.game import CITY
from games.dice import Dice
from games.history import Position
from games.illegal import Illegal
from games.playout import Playout, play_out
from schemas.city import (
    AsideTaken,
    CardsDrawn,
    CardsSetAside,
    CityFounded,
    CityOptions,
    DeckShuffled,
    Discard,
    Fly,
    HandDealt,
    Hasten,
    Offer,
    Walk,
)
from schemas.commit import AnyCommit, canonical, seen
from schemas.secrecy import SPECTATOR, Viewer
from schemas.table import AnyTable, StartGame

T = TypeVar("T")

SWAPS_PER_VIEWER = 6
PROBES = (Walk("mill"), Fly("palace"), Hasten(), Offer(), Discard("khind-1"), Discard("hoax-1"))


class SwappedDice(Dice):
    """The table's dice, with two cards of the first deck in each other's place."""

    def __init__(self, dice: Dice, swap: tuple[int, int]) -> None:
        super().__init__(lambda: dice._key)
        self._swap = swap

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = list(super().shuffled(label, items))
        if label == "city/deck/1":
            first, second = self._swap
            order[first], order[second] = order[second], order[first]
        return tuple(order)


def deck_drawn_by(history: list[tuple[AnyCommit, Position]]) -> dict[int, int]:
    """Which seat took which card of the first deck, by its place in it."""
    drawn: dict[int, int] = {}
    for commit, _ in history:
        for event in commit.events:
            if isinstance(event, DeckShuffled):
                return drawn
            if isinstance(event, HandDealt | CardsDrawn | CardsSetAside):
                for _card in event.cards:
                    drawn[len(drawn)] = event.seat
    return drawn


def swaps(
    history: list[tuple[AnyCommit, Position]], viewer: Viewer, pick: Any
) -> Iterator[tuple[int, int]]:
    """Places of two different cards in the first deck that the viewer never held.

    One lies near the top and one near the bottom: the worlds differ between their two draws.
    """
    founded = next(
        event for commit, _ in history for event in commit.events if isinstance(event, CityFounded)
    )
    drawn = deck_drawn_by(history)
    hidden = [place for place in range(len(founded.deck)) if drawn.get(place) != viewer]
    for _ in range(SWAPS_PER_VIEWER):
        while True:
            first = hidden[pick(len(hidden) // 3)]
            second = hidden[-1 - pick(len(hidden) // 3)]
            if founded.deck[first] != founded.deck[second]:
                yield first, second
                break


def other_world(
    history: list[tuple[AnyCommit, Position]], swap: tuple[int, int]
) -> Iterator[tuple[AnyCommit, AnyTable]]:
    """The same commands on the other deck, for as long as they are possible."""
    table: AnyTable | None = None
    for commit, position in history:
        cause = commit.command
        if table is None or table.stage == "open":
            events, table = commit.events, position.table
            assert table is not None
            if isinstance(cause.action, StartGame):
                dice = SwappedDice(tables.dice_of(table), swap)
                setup, play = CITY.setup(CITY.initial(table.options), dice)
                events, table = (events[0], *setup), replace(table, play=play)
        else:
            try:
                events, table = tables.decide(CITY, table, cause.seat, cause.action, "")
            except Illegal:
                return
        yield replace(commit, events=events), table


def told(commit: AnyCommit, table: AnyTable, viewer: Viewer) -> list[bytes]:
    """Every byte that a viewer can get out of this moment."""
    told = [
        canonical(seen(commit, viewer, over=table.stage == "over")),
        canonical(tables.view(table, viewer)),
    ]
    if viewer != SPECTATOR:
        told.append(canonical(tables.legal(CITY, table, viewer)))
        told += [refusal(table, viewer, action) for action in PROBES]
    return told


def refusal(table: AnyTable, seat: int, action: Any) -> bytes:
    try:
        tables.decide(CITY, table, seat, action, "")
    except Illegal as illegal:
        return canonical(illegal.rejection())
    return b"accepted"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c1_9_what_a_viewer_is_told_depends_only_on_what_it_may_know(players: int) -> None:
    names = tuple((f"player {seat}", random_bot) for seat in range(players))
    options = CityOptions(players, expansions=(1, 2))
    history = list(play_out(Playout(CITY, options, names, "worlds", "worlds")))
    pick = Dice.of_text("worlds").picker("swaps")
    viewers: tuple[Viewer, ...] = (*range(players), SPECTATOR)
    compared = differing = 0
    for viewer in viewers:
        for swap in swaps(history, viewer, pick):
            for (commit, position), (other_commit, other_table) in zip(
                history, other_world(history, swap), strict=False
            ):
                table = position.table
                assert table is not None
                if table.stage == "over" or other_table.stage == "over":
                    break
                assert told(commit, table, viewer) == told(other_commit, other_table, viewer)
                compared += 1
                # The test would be worthless if the worlds were the same for everybody.
                differing += canonical(table) != canonical(other_table)
    assert differing > compared // 10
    assert compared > 20 * len(viewers) * SWAPS_PER_VIEWER


def test_c5_6_cards_set_aside_are_hidden_from_their_owner_until_taken() -> None:
    names = tuple((f"player {seat}", random_bot) for seat in range(2))
    history = list(play_out(Playout(CITY, CityOptions(2), names, "aside", "aside")))
    aside: tuple[Any, ...] = ()
    taken = 0
    for commit, position in history:
        if position.table is not None and position.table.stage == "over":
            break
        for event in commit.events:
            if isinstance(event, CardsSetAside):
                aside += event.cards
                told_owner = seen(commit, event.seat, over=False).events
                hidden = [e.cards for e in told_owner if isinstance(e, CardsSetAside)]
                assert all(isinstance(cards, int) for cards in hidden)
            if isinstance(event, AsideTaken):
                assert event.cards == aside
                told_owner = seen(commit, event.seat, over=False).events
                assert next(e for e in told_owner if isinstance(e, AsideTaken)).cards == aside
                told_other = seen(commit, 1 - event.seat, over=False).events
                counts: list[Any] = [e.cards for e in told_other if isinstance(e, AsideTaken)]
                assert counts == [len(aside)]
                aside, taken = (), taken + 1
    assert taken > 0
