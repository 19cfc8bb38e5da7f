"""The fold: how each event changes the state. Nothing else does."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.city.components import HAND_CARDS, SCALES_IN_PLAY, STEPS_PER_TURN
from games.city.options import facts
from schemas.city.events import (
    AsideTaken,
    BuildingFinished,
    CardDiscarded,
    CardsDrawn,
    CardsSetAside,
    CityFounded,
    DeckShuffled,
    DragonMoved,
    FigureMoved,
    HandDealt,
    OfferingMade,
    RewardGained,
    ScalesGained,
    ScalesScored,
    SeatWithdrawn,
    StalemateDeclared,
    StepsGained,
    StonePlaced,
    TurnBegan,
    TurnEnded,
)
from schemas.city.options import CityOptions
from schemas.city.state import CityState, SeatState, Site, Turn
from schemas.city.terms import Cards
from schemas.table import GameEnded


def initial(options: CityOptions) -> CityState:
    """Nothing laid out yet."""
    return CityState(
        options=options,
        layout=(),
        sites=(),
        seats=tuple(SeatState(seat, ()) for seat in range(options.players)),
        turn=Turn(0, 0, "draw", 0),
        deck=(),
        discard=(),
        supply=SCALES_IN_PLAY[options.players],
        shuffles=0,
    )


def evolve(state: CityState, event: Any) -> CityState:
    return _FOLDS[type(event)](state, event)


# Small changes


def _with_seat(state: CityState, seat: SeatState) -> tuple[SeatState, ...]:
    seats = state.seats
    return (*seats[: seat.seat], seat, *seats[seat.seat + 1 :])


def _with_site(state: CityState, cell: int, site: Site) -> tuple[Site | None, ...]:
    sites = state.sites
    return (*sites[:cell], site, *sites[cell + 1 :])


def _without(cards: Cards, spent: Cards) -> Cards:
    left = list(cards)
    for card in spent:
        left.remove(card)
    return tuple(left)


def _joined(hand: Cards, cards: Cards) -> Cards:
    """Hands are kept sorted: equal hands are equal bytes."""
    return tuple(sorted(hand + cards))


def _spend(state: CityState, seat: SeatState, cards: Cards, **changes: Any) -> CityState:
    """Move cards from a hand to the discard pile, with further changes of the seat."""
    seat = replace(seat, hand=_without(seat.hand, cards), **changes)
    return replace(state, seats=_with_seat(state, seat), discard=state.discard + cards)


def _gain_scales(state: CityState, seat: SeatState, scales: int, crystals: int = 0) -> CityState:
    """Scales that the supply lacks are owed, and still count in the coming scoring (C6.1)."""
    held = min(scales, state.supply)
    seat = replace(
        seat,
        scales=seat.scales + held,
        owed=seat.owed + scales - held,
        crystals=seat.crystals + crystals,
    )
    return replace(state, seats=_with_seat(state, seat), supply=state.supply - held)


def _without_stalemate(state: CityState) -> CityState:
    """A contribution or an offering clears all declarations and the count (C9.2)."""
    if not state.quiet_turns:
        return state
    seats = tuple(replace(seat, declared=False) for seat in state.seats)
    return replace(state, seats=seats, quiet_turns=0)


# Folds, in the order of a game


def _city_founded(state: CityState, event: CityFounded) -> CityState:
    sites = tuple(
        Site((None,) * len(facts(state.options, tile).boxes))
        if tile is not None and tile != "courtyard"
        else None
        for tile in event.layout
    )
    return replace(
        state,
        layout=event.layout,
        sites=sites,
        deck=event.deck,
        turn=Turn(0, event.start, "draw", 0),
        shuffles=1,
    )


def _hand_dealt(state: CityState, event: HandDealt) -> CityState:
    assert state.deck[:HAND_CARDS] == event.cards, "a hand is dealt from the top of the deck"
    seat = replace(state.seats[event.seat], hand=_joined((), event.cards))
    return replace(state, seats=_with_seat(state, seat), deck=state.deck[len(event.cards) :])


def _turn_began(state: CityState, event: TurnBegan) -> CityState:
    return replace(state, turn=Turn(event.number, event.seat, steps=STEPS_PER_TURN))


def _figure_moved(state: CityState, event: FigureMoved) -> CityState:
    seat = state.seats[event.seat]
    if event.card is not None:
        return _spend(state, seat, (event.card,), figure=event.to)
    state = replace(state, seats=_with_seat(state, replace(seat, figure=event.to)))
    if event.steps:
        return replace(state, turn=replace(state.turn, steps=state.turn.steps - event.steps))
    return replace(state, turn=replace(state.turn, phase="draw", leapt=True))


def _steps_gained(state: CityState, event: StepsGained) -> CityState:
    state = _spend(state, state.seats[event.seat], (event.card,))
    return replace(state, turn=replace(state.turn, steps=state.turn.steps + event.steps))


def _dragon_moved(state: CityState, event: DragonMoved) -> CityState:
    state = _spend(state, state.seats[event.seat], (event.card,))
    return replace(state, dragons=replace(state.dragons, **{event.dragon: event.to}))


def _stone_placed(state: CityState, event: StonePlaced) -> CityState:
    seat = state.seats[event.seat]
    cell = state.layout.index(event.tile)
    site = state.sites[cell]
    assert site is not None
    stones = (*site.stones[: event.box], event.seat, *site.stones[event.box + 1 :])
    state = _without_stalemate(_spend(state, seat, event.cards, stones=seat.stones - 1))
    return replace(
        state,
        sites=_with_site(state, cell, replace(site, stones=stones)),
        turn=replace(state.turn, phase="contribution", contributed=True),
    )


def _scales_gained(state: CityState, event: ScalesGained) -> CityState:
    return _gain_scales(state, state.seats[event.seat], event.scales)


def _reward_gained(state: CityState, event: RewardGained) -> CityState:
    reward = event.reward
    return _gain_scales(state, state.seats[event.seat], reward.scales, reward.crystals)


def _scales_scored(state: CityState, event: ScalesScored) -> CityState:
    """Seats that got crystals return all scales; owed scales that did not exist are lost (C6.3)."""
    for score in event.scores:
        seat = state.seats[score.seat]
        returned = seat.scales if score.crystals else 0
        seat = replace(
            seat,
            crystals=seat.crystals + score.crystals,
            scales=seat.scales - returned,
            owed=0,
        )
        state = replace(state, seats=_with_seat(state, seat), supply=state.supply + returned)
    return state


def _building_finished(state: CityState, event: BuildingFinished) -> CityState:
    cell = state.layout.index(event.tile)
    site = state.sites[cell]
    assert site is not None
    for owner in site.stones:
        assert owner is not None, "a finished building has a stone on every box"
        seat = state.seats[owner]
        state = replace(state, seats=_with_seat(state, replace(seat, stones=seat.stones + 1)))
    empty = Site((None,) * len(site.stones), finished=True)
    return replace(state, sites=_with_site(state, cell, empty))


def _offering_made(state: CityState, event: OfferingMade) -> CityState:
    seat = state.seats[event.seat]
    spent: Cards = () if event.pillar is None else (event.pillar,)
    # C7.3: without a stone the space is marked. Under city/1 every offering places a stone.
    placed = {"marks": (seat.marks or 0) + 1} if event.marked else {"stones": seat.stones - 1}
    state = _without_stalemate(
        _spend(
            state,
            seat,
            spent,
            crystals=seat.crystals - event.crystals,
            offerings=seat.offerings + 1,
            **placed,
        )
    )
    at_courtyard = seat.figure == "courtyard"
    turn = replace(
        state.turn,
        phase="contribution" if at_courtyard else "draw",
        offerings=state.turn.offerings + 1,
    )
    return replace(state, turn=turn, obelisk=(*state.obelisk, event.seat))


def _stalemate_declared(state: CityState, event: StalemateDeclared) -> CityState:
    seat = replace(state.seats[event.seat], declared=True)
    turn = replace(state.turn, phase="draw")
    return replace(state, seats=_with_seat(state, seat), turn=turn)


def _card_discarded(state: CityState, event: CardDiscarded) -> CityState:
    state = _spend(state, state.seats[event.seat], (event.card,))
    turn = replace(state.turn, phase="draw", discarded=state.turn.discarded + 1)
    return replace(state, turn=turn)


def _deck_shuffled(state: CityState, event: DeckShuffled) -> CityState:
    return replace(state, deck=event.order, discard=(), shuffles=state.shuffles + 1)


def _cards_drawn(state: CityState, event: CardsDrawn) -> CityState:
    seat = state.seats[event.seat]
    seat = replace(seat, hand=_joined(seat.hand, event.cards))
    return replace(state, seats=_with_seat(state, seat), deck=state.deck[len(event.cards) :])


def _cards_set_aside(state: CityState, event: CardsSetAside) -> CityState:
    seat = state.seats[event.seat]
    seat = replace(seat, aside=seat.aside + event.cards)
    return replace(state, seats=_with_seat(state, seat), deck=state.deck[len(event.cards) :])


def _aside_taken(state: CityState, event: AsideTaken) -> CityState:
    seat = state.seats[event.seat]
    seat = replace(seat, hand=_joined(seat.hand, event.cards), aside=())
    return replace(state, seats=_with_seat(state, seat))


def _seat_withdrawn(state: CityState, event: SeatWithdrawn) -> CityState:
    seat = state.seats[event.seat]
    gone = replace(
        seat,
        hand=(),
        aside=(),
        crystals=0,
        scales=0,
        figure=None,
        declared=False,
        out=True,
    )
    inside = sum(not other.out for other in state.seats)
    return replace(
        state,
        seats=_with_seat(state, gone),
        discard=state.discard + event.cards,
        supply=state.supply + seat.scales,
        # A round is one turn shorter from now on; the number of quiet rounds stays the same (C9.2).
        quiet_turns=state.quiet_turns * (inside - 1) // inside,
    )


def _turn_ended(state: CityState, event: TurnEnded) -> CityState:
    if state.seats[event.seat].out:
        return state
    busy = state.turn.contributed or state.turn.offerings > 0
    return replace(state, quiet_turns=0 if busy else state.quiet_turns + 1)


def _game_ended(state: CityState, _event: GameEnded) -> CityState:
    return replace(state, over=True)


_FOLDS: dict[type, Callable[[CityState, Any], CityState]] = {
    CityFounded: _city_founded,
    HandDealt: _hand_dealt,
    TurnBegan: _turn_began,
    FigureMoved: _figure_moved,
    StepsGained: _steps_gained,
    DragonMoved: _dragon_moved,
    StonePlaced: _stone_placed,
    ScalesGained: _scales_gained,
    RewardGained: _reward_gained,
    ScalesScored: _scales_scored,
    BuildingFinished: _building_finished,
    OfferingMade: _offering_made,
    StalemateDeclared: _stalemate_declared,
    CardDiscarded: _card_discarded,
    DeckShuffled: _deck_shuffled,
    CardsDrawn: _cards_drawn,
    CardsSetAside: _cards_set_aside,
    AsideTaken: _aside_taken,
    SeatWithdrawn: _seat_withdrawn,
    TurnEnded: _turn_ended,
    GameEnded: _game_ended,
}
