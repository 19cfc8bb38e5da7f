"""No viewer receives hidden information.

Two worlds are played with the same commands; they differ in two cards of a shuffled draw deck.
Until the owner draws one of them, and for everyone else until one of them is revealed, every byte
for that viewer must be the same: commits, views, figures, legal actions, refusals.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from games import table as tables
from games.dice import Dice
from games.duel.rulebook import DUEL
from games.history import Position
from games.illegal_action import IllegalActionError
from games.playout import Playout, play_out
from schemas.commit import AnyCommit, canonical, redact_commit
from schemas.duel import (
    AnnouncePower,
    BluffPutDown,
    BluffsCalled,
    BluffsShown,
    CardActivated,
    CardCancelled,
    CardFound,
    CardLoaded,
    CardPutDown,
    CardReplaced,
    CardReturned,
    CardsDiscarded,
    CardsDrawn,
    CardsRecycled,
    CardsShown,
    DeckShuffled,
    DeclineFight,
    DuelOptions,
    FinishPhase,
    HandRecycled,
    HandRevealed,
    PlayBluff,
    PlayCard,
    Retreat,
)
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import AnyTable
from tests.games.duel.bold import bold_bot

T = TypeVar("T")

SHUFFLES = 3
SWAPS_PER_SHUFFLE = 8
SOON = 10
"""This many cards of a deck are drawn early in a game."""

History = list[tuple[AnyCommit, Position]]
REVEALING = (
    CardPutDown,
    CardCancelled,
    CardActivated,
    CardLoaded,
    CardReplaced,
    CardReturned,
    CardsDiscarded,
    CardsShown,
    CardsRecycled,
    CardFound,
    BluffsShown,
    BluffsCalled,
    HandRevealed,
)
"""Events that show cards to everyone. No other event may."""
PROBES = (
    Retreat(),
    DeclineFight(("vulca-05",)),
    AnnouncePower(),
    FinishPhase(),
    PlayCard("mutant-105"),
    PlayBluff("buka-07"),
)


class SwappedDice(Dice):
    """The table's dice, with two cards of one shuffle swapped."""

    def __init__(self, dice: Dice, label: str, swap: tuple[int, int]) -> None:
        super().__init__(lambda: dice._key)
        self._label = label
        self._swap = swap

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = list(super().shuffled(label, items))
        if label == self._label:
            first, second = self._swap
            order[first], order[second] = order[second], order[first]
        return tuple(order)


class Shuffle(Struct):
    label: str
    seat: int
    cards: tuple[str, ...]
    at: int
    """The index of its commit in the history."""


def shuffles_of(history: History) -> list[Shuffle]:
    shuffles: list[Shuffle] = []
    table: AnyTable | None = None
    for at, (commit, _) in enumerate(history):
        for event in commit.events:
            if isinstance(event, DeckShuffled):
                assert table is not None
                assert table.play is not None
                label = f"duel/{table.play.throws}"
                shuffles.append(Shuffle(label, event.seat, event.order, at))
            table = tables.evolve(DUEL, table, event)
    return shuffles


def swaps(shuffle: Shuffle, pick: Any) -> Iterator[tuple[int, int]]:
    size = len(shuffle.cards)
    for _ in range(SWAPS_PER_SHUFFLE):
        first = pick(min(SOON, size))
        second = pick(size)
        if first != second:
            yield first, second


def other_world(history: History) -> Iterator[tuple[AnyCommit, AnyTable]]:
    """Yield the game with the same commands and the patched dice, while they are legal."""
    table: AnyTable | None = None
    seed = history[0][0].events[0].seed
    for commit, _ in history:
        command = commit.command
        try:
            events, table = tables.decide(DUEL, table, command.seat, command.action, seed)
        except IllegalActionError:
            return
        yield replace(commit, events=events), table


def cards_in(event: Any) -> set[str]:
    named = {getattr(event, "card", None), *getattr(event, "cards", ())}
    return named - {None}


def revealed(commit: AnyCommit, seat: int) -> set[str]:
    """Return cards of the seat that everyone sees from now on."""
    return {
        card
        for event in commit.events
        if isinstance(event, REVEALING) and _owner(event) == seat
        for card in cards_in(event)
    }


def _owner(event: Any) -> int:
    return 1 - event.seat if isinstance(event, BluffsCalled) else int(event.seat)


def drawn(commit: AnyCommit, seat: int) -> set[str]:
    return {
        card
        for event in commit.events
        if isinstance(event, CardsDrawn) and event.seat == seat
        for card in event.cards
    }


def shown_to(commit: AnyCommit, table: AnyTable, viewer: Viewer) -> list[bytes]:
    """Every byte that a viewer can receive at this point."""
    shown = [
        canonical(redact_commit(commit, viewer, over=False)),
        canonical(tables.view(table, viewer)),
    ]
    shown.append(canonical(tables.figures(DUEL, tables.view(table, viewer))))
    if viewer != SPECTATOR:
        shown.append(canonical(tables.legal(DUEL, table, viewer)))
        shown += [refusal(table, viewer, action) for action in PROBES]
    return shown


def refusal(table: AnyTable, seat: int, action: Any) -> bytes:
    try:
        tables.decide(DUEL, table, seat, action, "")
    except IllegalActionError as illegal:
        return canonical(illegal.rejection())
    return b"accepted"


@pytest.mark.parametrize(
    "decks", [("buka", "pillar"), ("pillar", "buka"), ("hoax", "mimix"), ("aqua", "khind")]
)
def test_r34_3_what_a_viewer_receives_does_not_depend_on_hidden_cards(
    decks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = DuelOptions(decks, interventions=decks[0] == "hoax", crystals_to_win=1)
    players = tuple((f"player {seat}", bold_bot) for seat in range(2))
    history: History = list(play_out(Playout(DUEL, options, players, "worlds", "worlds")))
    pick = Dice.of_text("worlds").picker("swaps")
    real_dice = tables.dice_of
    viewers: tuple[Viewer, ...] = (0, 1, SPECTATOR)
    compared = dict.fromkeys(viewers, 0)
    for shuffle in shuffles_of(history)[:SHUFFLES]:
        for swap in swaps(shuffle, pick):
            monkeypatch.setattr(
                tables,
                "dice_of",
                lambda table, label=shuffle.label, swap=swap: SwappedDice(
                    real_dice(table), label, swap
                ),
            )
            swapped = {shuffle.cards[place] for place in swap}
            known: set[Viewer] = set()
            for (commit, position), (other_commit, other_table) in zip(
                history, other_world(history), strict=False
            ):
                table = position.table
                assert table is not None
                if table.stage == "over" or other_table.stage == "over":
                    break
                if canonical(table) == canonical(other_table):
                    continue
                for world in (commit, other_commit):
                    if swapped & drawn(world, shuffle.seat):
                        known.add(shuffle.seat)
                    if swapped & revealed(world, shuffle.seat):
                        known.update(viewers)
                for viewer in viewers:
                    if viewer not in known:
                        compared[viewer] += 1
                        mine = shown_to(commit, table, viewer)
                        assert mine == shown_to(other_commit, other_table, viewer)
    assert min(compared.values()) > 50


def test_r25_8_a_bluff_has_a_handle_and_only_its_owner_sees_its_face() -> None:
    options = DuelOptions(("buka", "buka"), crystals_to_win=1)
    players = tuple((f"player {seat}", bold_bot) for seat in range(2))
    history = list(play_out(Playout(DUEL, options, players, "bluffs", "bluffs")))
    bluffs = 0
    for commit, position in history:
        if position.table is not None and position.table.stage == "over":
            break
        for event in commit.events:
            if isinstance(event, BluffPutDown):
                bluffs += 1
                assert event.handle.startswith("facedown-")
                for viewer in (1 - event.seat, SPECTATOR):
                    shown = redact_commit(commit, viewer, over=False)
                    assert shown.command.action.card is None
                    faces = [e.card for e in shown.events if isinstance(e, BluffPutDown)]
                    assert faces == [None]
                owner = redact_commit(commit, event.seat, over=False)
                assert [e.card for e in owner.events if isinstance(e, BluffPutDown)] == [event.card]
            if isinstance(event, HandRecycled):
                hidden = redact_commit(commit, 1 - event.seat, over=False).events
                counts: list[Any] = [e.cards for e in hidden if isinstance(e, HandRecycled)]
                assert all(isinstance(count, int) for count in counts)
    assert bluffs > 0
