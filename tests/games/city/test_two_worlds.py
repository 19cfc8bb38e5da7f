"""No viewer receives hidden information.

Two worlds are played with the same commands; they differ in two cards of a shuffle. As long as a
viewer has drawn neither card, and all commands are legal in both worlds, every byte for that viewer
must be the same: commits, views, figures, legal actions, refusals.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from games import table as tables
from games.bots import random_bot
from games.city.rulebook import CITY
from games.dice import Dice
from games.history import Position
from games.illegal_action import IllegalActionError
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
from schemas.commit import AnyCommit, canonical, redact_commit
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import AnyTable

T = TypeVar("T")

SHUFFLES = 2
SWAPS_PER_SHUFFLE = 24
NEVER = 1 << 30

History = list[tuple[AnyCommit, Position]]
PROBES = (Walk("mill"), Fly("palace"), Hasten(), Offer(), Discard("khind-1"), Discard("hoax-1"))


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


class Shuffle:
    """A shuffle of a recorded game: its cards in order, and how each left the deck."""

    def __init__(self, label: str, cards: tuple[str, ...]) -> None:
        self.label = label
        self.cards = cards
        self.drawn: list[tuple[int, int]] = []
        """Seat and index in the history, for each card from the top."""
        self.aside: set[int] = set()
        self._seen_later: dict[int, int] = {}

    def seen_by(self, viewer: Viewer, place: int) -> int:
        """Return the index in the history at which the viewer draws this card, or NEVER."""
        if place >= len(self.drawn) or self.drawn[place][0] != viewer:
            return NEVER
        return self._seen_later.get(place, self.drawn[place][1])

    def draw(self, seat: int, count: int, at: int, *, aside: bool) -> None:
        for _ in range(count):
            if aside:
                self.aside.add(len(self.drawn))
                self._seen_later[len(self.drawn)] = NEVER
            self.drawn.append((seat, at))

    def take_aside(self, seat: int, at: int) -> None:
        for place in self.aside:
            if self.drawn[place][0] == seat and self._seen_later[place] == NEVER:
                self._seen_later[place] = at


def shuffles_of(history: History) -> list[Shuffle]:
    shuffles: list[Shuffle] = []
    for at, (commit, _) in enumerate(history):
        for event in commit.events:
            match event:
                case CityFounded():
                    shuffles.append(Shuffle("city/deck/1", event.deck))
                case DeckShuffled():
                    shuffles.append(Shuffle(f"city/deck/{len(shuffles) + 1}", event.order))
                case HandDealt() | CardsDrawn():
                    shuffles[-1].draw(event.seat, len(event.cards), at, aside=False)
                case CardsSetAside():
                    shuffles[-1].draw(event.seat, len(event.cards), at, aside=True)
                case AsideTaken():
                    for shuffle in shuffles:
                        shuffle.take_aside(event.seat, at)
                case _:
                    pass
    return shuffles


def swaps(shuffle: Shuffle, pick: Any) -> Iterator[tuple[int, int]]:
    """Yield places of two different cards; every second time one of them was set aside."""
    places = range(len(shuffle.cards))
    aside = sorted(shuffle.aside) or list(places)
    for number in range(SWAPS_PER_SHUFFLE):
        while True:
            first = aside[pick(len(aside))] if number % 2 else pick(len(places))
            second = pick(len(places))
            if shuffle.cards[first] != shuffle.cards[second]:
                yield first, second
                break


def other_world(history: History) -> Iterator[tuple[AnyCommit, AnyTable]]:
    """Yield the game with the same commands and the patched dice, while they are legal."""
    table: AnyTable | None = None
    for commit, _ in history:
        command = commit.command
        seed = history[0][0].events[0].seed
        try:
            events, table = tables.decide(CITY, table, command.seat, command.action, seed)
        except IllegalActionError:
            return
        yield replace(commit, events=events), table


def shown_to(commit: AnyCommit, table: AnyTable, viewer: Viewer) -> list[bytes]:
    """Every byte that a viewer can receive at this point."""
    shown = [
        canonical(redact_commit(commit, viewer, over=table.stage == "over")),
        canonical(tables.view(table, viewer)),
    ]
    shown.append(canonical(tables.figures(CITY, tables.view(table, viewer))))
    if viewer != SPECTATOR:
        shown.append(canonical(tables.legal(CITY, table, viewer)))
        shown += [refusal(table, viewer, action) for action in PROBES]
    return shown


def refusal(table: AnyTable, seat: int, action: Any) -> bytes:
    try:
        tables.decide(CITY, table, seat, action, "")
    except IllegalActionError as illegal:
        return canonical(illegal.rejection())
    return b"accepted"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c1_9_what_a_viewer_receives_does_not_depend_on_hidden_cards(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tuple((f"player {seat}", random_bot) for seat in range(players))
    options = CityOptions(players, expansions=(1, 2))
    history: History = list(play_out(Playout(CITY, options, names, "worlds", "worlds")))
    shuffles = shuffles_of(history)[:SHUFFLES]
    assert len(shuffles) == SHUFFLES
    pick = Dice.of_text("worlds").picker("swaps")
    real_dice = tables.dice_of
    viewers: tuple[Viewer, ...] = (*range(players), SPECTATOR)
    compared = differing = 0
    for shuffle in shuffles:
        for swap in swaps(shuffle, pick):
            monkeypatch.setattr(
                tables,
                "dice_of",
                lambda table, label=shuffle.label, swap=swap: SwappedDice(
                    real_dice(table), label, swap
                ),
            )
            end = {
                viewer: min(shuffle.seen_by(viewer, place) for place in swap) for viewer in viewers
            }
            for at, ((commit, position), (other_commit, other_table)) in enumerate(
                zip(history, other_world(history), strict=False)
            ):
                table = position.table
                assert table is not None
                if table.stage == "over" or other_table.stage == "over":
                    break
                if canonical(table) == canonical(other_table):
                    continue
                # The worlds differ: a viewer that cannot know it receives the same bytes.
                differing += 1
                for viewer in viewers:
                    if at < end[viewer]:
                        compared += 1
                        mine = shown_to(commit, table, viewer)
                        assert mine == shown_to(other_commit, other_table, viewer)
    assert differing > 1_000
    assert compared > 1_000 * len(viewers) // 2


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
                owner_events = redact_commit(commit, event.seat, over=False).events
                hidden = [e.cards for e in owner_events if isinstance(e, CardsSetAside)]
                assert all(isinstance(cards, int) for cards in hidden)
            if isinstance(event, AsideTaken):
                assert event.cards == aside
                owner_events = redact_commit(commit, event.seat, over=False).events
                assert next(e for e in owner_events if isinstance(e, AsideTaken)).cards == aside
                other_events = redact_commit(commit, 1 - event.seat, over=False).events
                counts: list[Any] = [e.cards for e in other_events if isinstance(e, AsideTaken)]
                assert counts == [len(aside)]
                aside, taken = (), taken + 1
    assert taken > 0
