"""Drawing (R11.1, R29.10, R29.17): as many as wanted, as there are, and as texts allow (R30.13)."""

from games.duel.effects import Draw
from games.duel.prohibitions import bars_additional_draws, room_from_deck, room_in_hand
from games.duel.reading import Reading
from games.duel.telling import Telling
from games.duel.zones import cards_of
from schemas.duel import (
    Cards,
    CardsDiscarded,
    CardsDrawn,
    CardsShown,
    Decision,
    DeckShuffled,
    HandRecycled,
    HiddenCards,
    PileShuffled,
)
from schemas.duel_terms import CardId

HAND_CARDS = 6


def draw_cards(telling: Telling, seat: int, count: int) -> Cards:
    """As many as wanted, as there are, and as texts allow."""
    side = telling.side(seat)
    if count <= 0 or not side.deck:
        return ()
    cards = side.deck[: min(count, room_from_deck(telling.reading, seat))]
    if cards:
        telling.tell(CardsDrawn(seat, cards))
    return cards


def draw_up_to(telling: Telling, seat: int, hand: int = HAND_CARDS) -> None:
    draw_cards(telling, seat, hand - len(telling.side(seat).hand))


def carry_out_draw(  # noqa: PLR0913, PLR0917 - whose text, who draws and how many
    telling: Telling, owner: int, card: CardId, effect: Draw, seat: int, count: int | None = None
) -> None:
    wanted = count or effect.count or 0
    if effect.up_to_hand is not None:
        wanted = effect.up_to_hand - len(telling.side(seat).hand)
    if effect.source == "discard_pile_shuffled":
        _draw_from_pile(telling, seat, wanted)
        return
    drawn = draw_cards(telling, seat, wanted)
    if not drawn:
        return
    if effect.reveal:
        telling.tell(CardsShown(seat, drawn))
    if effect.then is None:
        return
    if effect.then.discard_from_drawn is not None:
        exact = min(effect.then.discard_from_drawn, len(drawn))
        telling.ask(
            Decision(seat, "choose_cards", card, owner, seat, cards=drawn, least=exact, most=exact)
        )
    elif effect.then.shuffle_back_from_hand is not None:
        hand = telling.side(seat).hand
        exact = min(effect.then.shuffle_back_from_hand, len(hand))
        telling.ask(
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


def answer_draw(telling: Telling, decision: Decision, effect: Draw, cards: Cards) -> None:
    assert effect.then is not None, "a plain draw asks nothing"
    if effect.then.discard_from_drawn is not None:
        telling.tell(CardsDiscarded(decision.by, cards, "hand"))
        return
    telling.tell(HandRecycled(decision.by, cards))
    shuffle_deck(telling, decision.by)


def _draw_from_pile(telling: Telling, seat: int, count: int) -> None:
    pile = cards_of(telling.side(seat).discard)
    count = min(count, len(pile), room_in_hand(telling.reading, seat))
    if count:
        order = telling.mixed(pile)
        telling.tell(PileShuffled(seat, HiddenCards(order)))
        telling.tell(CardsDrawn(seat, order[:count], "discard"))


def shuffle_deck(telling: Telling, seat: int) -> None:
    telling.tell(DeckShuffled(seat, telling.mixed(telling.side(seat).deck)))


def why_not_draw(reading: Reading, seat: int, effect: Draw) -> str | None:
    """Why a draw text can't be used now. One that draws nothing is not used."""
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
