"""Searching a pile (R29.11, R32.21): its owner looks through it and may take a card that fits."""

from typing import Literal

from games.duel.cards import CARDS
from games.duel.drawing import shuffle_deck
from games.duel.effects import Search
from games.duel.emitter import Emitter
from games.duel.plays import why_not_lay_action
from games.duel.prohibitions import room_from_deck, room_in_hand, room_to_leave_deck
from games.duel.putting_down import lay_action
from games.duel.reading import FIGHT_TYPES, Reading
from games.duel.refusals import DuelCode
from games.duel.zones import cards_of
from schemas.duel.events import CardFound, CardLoaded, DeckSearched
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards, HiddenCards


def carry_out_search(emitter: Emitter, owner: int, card: CardId, effect: Search) -> None:
    """The owner looks through the pile, and is asked even if nothing fits: that is secret."""
    if why_not_search(emitter.reading, owner, effect):
        return
    emitter.emit(DeckSearched(owner, _pile(effect)))
    emitter.ask(
        Decision(
            owner,
            "choose_cards",
            card,
            owner,
            owner,
            hidden=HiddenCards(_fitting(emitter.reading, owner, effect)),
            most=effect.count,
        )
    )


def _pile(effect: Search) -> Literal["deck", "discard"]:
    return "deck" if effect.source == "draw_deck" else "discard"


def why_not_search(reading: Reading, seat: int, effect: Search) -> DuelCode | None:
    side = reading.side(seat)
    if effect.source == "discard_pile":
        room, pile = room_in_hand(reading, seat), cards_of(side.discard)
    elif effect.to != "hand" and reading.state.follows("entreat-favor"):
        # R32.21: the card does not go to the hand. Under duel/1 limits of the hand counted too.
        room, pile = room_to_leave_deck(reading, seat), side.deck
    else:
        room, pile = room_from_deck(reading, seat), side.deck
    if not room:
        return "taking_forbidden"
    return None if pile else "no_effect_now"


def _fitting(reading: Reading, seat: int, effect: Search) -> Cards:
    side = reading.side(seat)
    pile = side.deck if effect.source == "draw_deck" else cards_of(side.discard)
    # Sorted, because the order of a draw deck is hidden from everyone (R34.3).
    cards = sorted(card for card in pile if not effect.cards or CARDS[card].type in effect.cards)
    if effect.to == "hand":
        return tuple(cards)
    room = bool(ships_with_room(reading, seat))
    return tuple(
        card
        for card in cards
        if (
            room if CARDS[card].type in FIGHT_TYPES else not why_not_lay_action(reading, seat, card)
        )
    )


def ships_with_room(reading: Reading, seat: int) -> Cards:
    return tuple(
        vessel.card
        for vessel in reading.side(seat).influence
        if len(vessel.load) < (CARDS[vessel.card].capacity or 0)
    )


def answer_search(emitter: Emitter, decision: Decision, effect: Search, cards: Cards) -> None:
    seat = decision.by
    if decision.subject:
        _load_found(emitter, seat, decision.subject, cards[0])
        return
    pile = _pile(effect)
    for card in cards:
        if effect.to == "hand":
            emitter.emit(CardFound(seat, card, pile, "hand"))
            continue
        emitter.emit(CardFound(seat, card, pile, "table"))
        if CARDS[card].type not in FIGHT_TYPES:
            lay_action(emitter, seat, card, "deck", "text")
        else:
            ships = ships_with_room(emitter.reading, seat)
            if len(ships) > 1:
                emitter.ask(
                    Decision(
                        seat,
                        "choose_cards",
                        decision.reason,
                        seat,
                        seat,
                        cards=ships,
                        subject=card,
                        least=1,
                        most=1,
                    )
                )
                return
            _load_found(emitter, seat, card, ships[0])
            return
    if pile == "deck":
        shuffle_deck(emitter, seat)


def _load_found(emitter: Emitter, seat: int, card: CardId, ship: CardId) -> None:
    emitter.emit(CardLoaded(seat, card, ship, "deck", counts=False))
    shuffle_deck(emitter, seat)
