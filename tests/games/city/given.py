"""Given-when-then helpers for the tests of Blue Moon City.

    given(players=3).figure(0, "library").hand(0, "hoax-2", "flit-3").when(Contribute(...))

Everything a test does not mention is in its default place: cards in the deck, stones and scales in
their supply, figures on the courtyard, dragons outside. So every described state obeys the
conservation laws. After each action the helper checks what must hold in every state.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec

from games.city.components import FACTS, SCALES_IN_PLAY, STONES_PER_SEAT
from games.city.grid import CELLS, CENTRE, CORNERS, PLACES, SIDE, geometry
from games.city.options import buildings_in_play, facts, whole_deck
from games.city.rulebook import CITY, City
from games.dice import Dice
from games.illegal_action import IllegalActionError
from schemas.city.actions import Contribute, PlayAction
from schemas.city.events import PlayEvent
from schemas.city.options import CityOptions
from schemas.city.state import CityState, Dragons, SeatState, Site, Turn
from schemas.city.terms import Building, Card, Cards, Dragon, Tile
from schemas.commit import canonical
from tests.games.city.payment_oracle import exact_oracle

E = TypeVar("E")

DICE = Dice.of_text("given")


def given(players: int = 3, rulebook: City = CITY, **options: Any) -> "Given":
    """A city at the start of seat 0's turn. `options` are those of the table."""
    chosen = CityOptions(players, **options)
    rulebook.seats(chosen)
    return Given(rulebook, chosen, _plain_layout(chosen))


def _plain_layout(options: CityOptions) -> tuple[Tile | None, ...]:
    """Temples and palace in their places, the others row by row in the order of the data."""
    layout: list[Tile | None] = [None] * CELLS
    layout[CENTRE] = "courtyard"
    loose = []
    for tile in buildings_in_play(options):
        place = FACTS[tile].place
        if place is None:
            loose.append(tile)
        else:
            layout[PLACES[place]] = tile
    closed = CORNERS[2 * len(options.expansions) :]
    free = [cell for cell in range(CELLS) if layout[cell] is None and cell not in closed]
    for cell, building in zip(free, loose, strict=True):
        layout[cell] = building
    return tuple(layout)


@dataclass(frozen=True)
class Given:
    """The description of a city. Each method returns a changed copy."""

    rulebook: City
    options: CityOptions
    layout: tuple[Tile | None, ...]
    hands: dict[int, Cards] = field(default_factory=dict)
    asides: dict[int, Cards] = field(default_factory=dict)
    figures: dict[int, Tile] = field(default_factory=dict)
    crystals_of: dict[int, int] = field(default_factory=dict)
    scales_of: tuple[int, ...] = ()
    sites: dict[Building, tuple[int | None, ...]] = field(default_factory=dict)
    done: frozenset[Building] = frozenset()
    dragons: Dragons = field(default_factory=Dragons)
    offered: tuple[int, ...] = ()
    stones_left_of: dict[int, int] = field(default_factory=dict)
    top: Cards = ()
    pile: Cards = ()
    deck_is_top: bool = False
    quiet_turns: int = 0
    declarers: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    moment: Turn = field(default_factory=lambda: Turn(1, 0))

    # Seats

    def hand(self, seat: int, *cards: Card) -> "Given":
        return replace(self, hands=self.hands | {seat: cards})

    def aside(self, seat: int, *cards: Card) -> "Given":
        """Cards won in this turn and set aside unseen (C5.6)."""
        return replace(self, asides=self.asides | {seat: cards})

    def figure(self, seat: int, tile: Tile) -> "Given":
        assert tile in self.layout, f"{tile} is not in this city"
        return replace(self, figures=self.figures | {seat: tile})

    def crystals(self, seat: int, crystals: int) -> "Given":
        return replace(self, crystals_of=self.crystals_of | {seat: crystals})

    def scales(self, *each: int) -> "Given":
        """Scales held, seat by seat; the rest is the supply."""
        assert len(each) == self.options.players, "scales are given for every seat"
        return replace(self, scales_of=each)

    def stones_left(self, seat: int, stones: int) -> "Given":
        """Leave the seat these stones; the others lie on buildings the test does not mention."""
        return replace(self, stones_left_of=self.stones_left_of | {seat: stones})

    def declared(self, *seats: int) -> "Given":
        """Seats that have declared a stalemate (C9.2)."""
        return replace(self, declarers=frozenset(seats))

    def out(self, *seats: int) -> "Given":
        """Seats that have resigned (C9.5)."""
        return replace(self, gone=frozenset(seats))

    # City

    def place(self, tile: Tile, row: int, column: int) -> "Given":
        """Swap a tile with the tile on a cell. Rows and columns count from 0."""
        return self._swap(self.layout.index(tile), row * SIDE + column)

    def beside(self, tile: Tile, *neighbours: Tile) -> "Given":
        """Move these tiles next to the first one, which stays where it is."""
        described = self
        for neighbour in neighbours:
            layout = described.layout
            around = geometry(layout).neighbours[layout.index(tile)]
            if layout.index(neighbour) in around:
                continue
            kept = {"courtyard", *neighbours}
            cell = next((cell for cell in around if layout[cell] not in kept), None)
            assert cell is not None, f"no cell is left for {neighbour} beside {tile}"
            described = described._swap(layout.index(neighbour), cell)
        return described

    def _swap(self, cell: int, other: int) -> "Given":
        layout = list(self.layout)
        layout[cell], layout[other] = layout[other], layout[cell]
        return replace(self, layout=tuple(layout))

    def stones_on(self, tile: Building, *owners: int | None) -> "Given":
        """Whose stones lie on a building's boxes, from left to right."""
        boxes = len(facts(self.options, tile).boxes)
        assert len(owners) == boxes, f"{tile} has {boxes} boxes, not {len(owners)}"
        assert None in owners, f"{tile} would be finished"
        return replace(self, sites=self.sites | {tile: owners})

    def finished(self, *tiles: Building) -> "Given":
        return replace(self, done=self.done | set(tiles))

    def all_finished(self, *, but: tuple[Building, ...] = ()) -> "Given":
        """Every building is finished, except those named."""
        return self.finished(*(t for t in buildings_in_play(self.options) if t not in but))

    def dragon(self, dragon: Dragon, tile: Tile) -> "Given":
        return replace(self, dragons=msgspec.structs.replace(self.dragons, **{dragon: tile}))

    def obelisk(self, *seats: int) -> "Given":
        """Whose stones lie on the obelisk, bottom up."""
        return replace(self, offered=seats)

    # Cards

    def deck(self, *top: Card) -> "Given":
        """The next cards of the deck; all cards not mentioned lie below them."""
        return replace(self, top=top, deck_is_top=False)

    def deck_of(self, *cards: Card) -> "Given":
        """The deck is these cards; all cards not mentioned are on the discard pile."""
        return replace(self, top=cards, deck_is_top=True)

    def discard(self, *cards: Card) -> "Given":
        return replace(self, pile=cards)

    # Time

    def turn(self, seat: int = 0, **changes: Any) -> "Given":
        """Whose turn it is, and how far it has come: fields of `Turn`."""
        return replace(self, moment=msgspec.structs.replace(self.moment, seat=seat, **changes))

    def quiet(self, turns: int) -> "Given":
        """Turns in a row without a contribution or an offering (C9.2)."""
        return replace(self, quiet_turns=turns)

    # The state

    @property
    def state(self) -> CityState:
        deck, discard = self._piles()
        stones = self._all_stones()
        on_boxes = Counter(owner for owners in stones.values() for owner in owners)
        on_obelisk = Counter(self.offered)
        scales = self.scales_of or (0,) * self.options.players
        seats = tuple(
            SeatState(
                seat=seat,
                hand=tuple(sorted(self.hands.get(seat, ()))),
                crystals=self.crystals_of.get(seat, 0),
                aside=self.asides.get(seat, ()),
                stones=STONES_PER_SEAT - on_boxes[seat] - on_obelisk[seat],
                scales=scales[seat],
                offerings=on_obelisk[seat],
                figure=None if seat in self.gone else self.figures.get(seat, "courtyard"),
                declared=seat in self.declarers,
                out=seat in self.gone,
            )
            for seat in range(self.options.players)
        )
        state = CityState(
            options=self.options,
            layout=self.layout,
            sites=tuple(self._site(tile, stones) for tile in self.layout),
            seats=seats,
            turn=self.moment,
            deck=deck,
            discard=discard,
            supply=SCALES_IN_PLAY[self.options.players] - sum(scales),
            dragons=self.dragons,
            obelisk=self.offered,
            quiet_turns=self.quiet_turns,
            amendments=self.rulebook.initial(self.options).amendments,
        )
        _check(state)
        return state

    def _piles(self) -> tuple[Cards, Cards]:
        rest = list(whole_deck(self.options.split))
        for cards in (*self.hands.values(), *self.asides.values(), self.top, self.pile):
            for card in cards:
                assert card in rest, f"the deck has too few {card}"
                rest.remove(card)
        if self.deck_is_top:
            return self.top, (*self.pile, *rest)
        return (*self.top, *rest), self.pile

    def _all_stones(self) -> dict[Building, tuple[int | None, ...]]:
        """Stones that the test places, and those placed only to reach `stones_left`."""
        stones = dict(self.sites)
        for seat, left in self.stones_left_of.items():
            placed = self.offered.count(seat)
            placed += sum(owners.count(seat) for owners in self.sites.values())
            for _ in range(STONES_PER_SEAT - placed - left):
                tile, owners = self._roomy(stones)
                free = owners.index(None)
                stones[tile] = (*owners[:free], seat, *owners[free + 1 :])
        return stones

    def _roomy(
        self, stones: dict[Building, tuple[int | None, ...]]
    ) -> tuple[Building, tuple[int | None, ...]]:
        """A building that the test does not mention, with more than one free box."""
        for tile in reversed(buildings_in_play(self.options)):
            if tile in self.sites or tile in self.done or tile in self.figures.values():
                continue
            owners = stones.get(tile) or (None,) * len(facts(self.options, tile).boxes)
            if owners.count(None) > 1:
                return tile, owners
        raise AssertionError("no building has room for another stone")

    def _site(
        self, tile: Tile | None, stones: dict[Building, tuple[int | None, ...]]
    ) -> Site | None:
        if tile is None or tile == "courtyard":
            return None
        empty = (None,) * len(facts(self.options, tile).boxes)
        return Site(stones.get(tile, empty), finished=tile in self.done)

    # What happens

    def when(self, *actions: PlayAction) -> "Outcome":
        """Let the acting seat take these actions in order; only the last may be refused."""
        return Outcome(self.state).when(*actions)

    def resigns(self, seat: int) -> "Outcome":
        return Outcome(self.state).resigns(seat)

    def legal(self) -> tuple[PlayAction, ...]:
        return CITY.legal(self.state, self.moment.seat)


@dataclass(frozen=True)
class Outcome:
    """The result of actions: events and the state after them, or the refusal of the last action."""

    state: CityState
    events: tuple[PlayEvent, ...] = ()
    refused: IllegalActionError[str] | None = None

    def when(self, *actions: PlayAction) -> "Outcome":
        """Continue from here. The new outcome has only the events of these actions."""
        self.accepted()
        state = self.state
        all_events: list[PlayEvent] = []
        for number, action in enumerate(actions):
            try:
                events, after = CITY.decide(state, state.turn.seat, action, DICE)
            except IllegalActionError as refusal:
                if number < len(actions) - 1:
                    raise AssertionError(f"{action} was refused: {refusal.message}") from refusal
                _check_refusal(state, action, refusal)
                return Outcome(state, tuple(all_events), refusal)
            _check_decision(state, events, after)
            _check_listed(state, action)
            all_events += events
            state = after
        return Outcome(state, tuple(all_events))

    def resigns(self, seat: int) -> "Outcome":
        self.accepted()
        events, after = CITY.resign(self.state, seat)
        _check_decision(self.state, events, after)
        return Outcome(after, events)

    def accepted(self) -> "Outcome":
        assert self.refused is None, f"refused: {self.refused.code}: {self.refused.message}"
        return self

    def then(self, *events: PlayEvent) -> "Outcome":
        """Assert that exactly these events happened."""
        self.accepted()
        assert self.events == events
        return self

    def refuses(self, code: str, **detail: Any) -> None:
        """Assert a refusal with this code and at least this detail."""
        assert self.refused is not None, f"expected a refusal ({code}), but {self.events} happened"
        assert self.refused.code == code, f"{self.refused.code}: {self.refused.message}"
        actual = {name: self.refused.detail.get(name) for name in detail}
        assert actual == detail

    def events_of(self, kind: type[E]) -> list[E]:
        """Return the events of one type."""
        return [event for event in self.events if isinstance(event, kind)]

    def seat(self, seat: int) -> SeatState:
        return self.state.seats[seat]

    def site(self, tile: Building) -> Site:
        site = self.state.sites[self.state.layout.index(tile)]
        assert site is not None
        return site

    def legal(self) -> tuple[PlayAction, ...]:
        return CITY.legal(self.state, self.state.turn.seat)


def _check(state: CityState) -> None:
    """Check that no law is broken and that encoding loses nothing."""
    assert CITY.broken_laws(state) == ()
    assert msgspec.json.decode(canonical(state), type=CityState) == state


def _check_decision(before: CityState, events: tuple[Any, ...], after: CityState) -> None:
    """Check that the events fold to the decided state and survive encoding."""
    folded = before
    for event in events:
        folded = CITY.evolve(folded, event)
    assert folded == after
    encoded = canonical(events)
    assert msgspec.json.decode(encoded, type=tuple[PlayEvent, ...]) == events
    _check(after)


def _check_listed(state: CityState, action: PlayAction) -> None:
    """Check that an accepted action is listed, or pays more than a listed one."""
    legal = CITY.legal(state, state.turn.seat)
    assert action in legal or is_overpayment(state, action, legal), (
        f"{action} was accepted, but is not listed"
    )


def is_overpayment(state: CityState, action: Any, legal: tuple[Any, ...]) -> bool:
    """Whether a contribution adds to a listed one for its box, and every card of it pays (C4.8).

    A listed payment of the palace may also be made in another colour.
    """
    if not isinstance(action, Contribute) or not any(
        isinstance(listed, Contribute)
        and listed.box == action.box
        and Counter(listed.cards) <= Counter(action.cards)
        for listed in legal
    ):
        return False
    if not state.follows("exact-payment"):
        return True
    tile = state.seats[state.turn.seat].figure
    assert tile is not None
    assert tile != "courtyard"
    printed, value = facts(state.options, tile).boxes[action.box]
    colour = printed or action.colour
    if colour is None or (printed and action.colour):
        return False
    points = exact_oracle(tuple(sorted(action.cards)), colour)
    return points is not None and points >= value


def _check_refusal(state: CityState, action: PlayAction, refusal: IllegalActionError[str]) -> None:
    """Check that a refused action is not listed, and that the game declares its code."""
    assert refusal.code in CITY.error_codes
    assert action not in CITY.legal(state, state.turn.seat), f"{action} is listed, but was refused"
