"""Drawing (R11.1, R29.10, R29.17): limited by the deck and by texts (R30.13)."""

from games.duel.effects import Draw
from games.duel.emitter import Emitter
from games.duel.prohibitions import bars_additional_draws, room_from_deck, room_in_hand
from games.duel.reading import Reading
from games.duel.refusals import DuelCode
from games.duel.zones import cards_of
from schemas.duel.events import (
    CardsDiscarded,
    CardsDrawn,
    CardsShown,
    DeckShuffled,
    HandRecycled,
    PileShuffled,
)
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards, HiddenCards

HAND_CARDS = 6


def draw_cards(emitter: Emitter, seat: int, count: int) -> Cards:
    """Draw up to `count` cards, limited by the deck and by texts."""
    side = emitter.side(seat)
    if count <= 0 or not side.deck:
        return ()
    cards = side.deck[: min(count, room_from_deck(emitter.reading, seat))]
    if cards:
        emitter.emit(CardsDrawn(seat, cards))
    return cards


def draw_up_to(emitter: Emitter, seat: int, hand: int = HAND_CARDS) -> None:
    draw_cards(emitter, seat, hand - len(emitter.side(seat).hand))


def carry_out_draw(  # noqa: PLR0913, PLR0917 - whose text, who draws and how many
    emitter: Emitter, owner: int, card: CardId, effect: Draw, seat: int, count: int | None = None
) -> None:
    total = count or effect.count or 0
    if effect.up_to_hand is not None:
        total = effect.up_to_hand - len(emitter.side(seat).hand)
    if effect.source == "discard_pile_shuffled":
        _draw_from_pile(emitter, seat, total)
        return
    drawn = draw_cards(emitter, seat, total)
    if not drawn:
        return
    if effect.reveal:
        emitter.emit(CardsShown(seat, drawn))
    if effect.then is None:
        return
    if effect.then.discard_from_drawn is not None:
        exact = min(effect.then.discard_from_drawn, len(drawn))
        emitter.ask(
            Decision(seat, "choose_cards", card, owner, seat, cards=drawn, least=exact, most=exact)
        )
    elif effect.then.shuffle_back_from_hand is not None:
        hand = emitter.side(seat).hand
        exact = min(effect.then.shuffle_back_from_hand, len(hand))
        emitter.ask(
            Decision(
                seat,
                "choose_cards",
                card,
                owner,
                seat,
                hidden=HiddenCards(hand),
                least=exact,
                most=exact,
            )
        )


def answer_draw(emitter: Emitter, decision: Decision, effect: Draw, cards: Cards) -> None:
    assert effect.then is not None, "a plain draw asks nothing"
    if effect.then.discard_from_drawn is not None:
        emitter.emit(CardsDiscarded(decision.by, cards, "hand"))
        return
    emitter.emit(HandRecycled(decision.by, cards))
    shuffle_deck(emitter, decision.by)


def _draw_from_pile(emitter: Emitter, seat: int, count: int) -> None:
    pile = cards_of(emitter.side(seat).discard)
    count = min(count, len(pile), room_in_hand(emitter.reading, seat))
    if count:
        order = emitter.mixed(pile)
        emitter.emit(PileShuffled(seat, HiddenCards(order)))
        emitter.emit(CardsDrawn(seat, order[:count], "discard"))


def shuffle_deck(emitter: Emitter, seat: int) -> None:
    emitter.emit(DeckShuffled(seat, emitter.mixed(emitter.side(seat).deck)))


def why_not_draw(reading: Reading, seat: int, effect: Draw) -> DuelCode | None:
    """Why a draw text can't be used now. A text that would draw nothing is not used."""
    if effect.additional and bars_additional_draws(reading, seat):
        return "forbidden_by_text"
    side = reading.side(seat)
    if effect.source == "discard_pile_shuffled":
        source, room = cards_of(side.discard), room_in_hand(reading, seat)
    else:
        source, room = side.deck, room_from_deck(reading, seat)
    if not room:
        return "taking_forbidden"
    full = effect.up_to_hand is not None and len(side.hand) >= effect.up_to_hand
    return "no_effect_now" if not source or full else None
