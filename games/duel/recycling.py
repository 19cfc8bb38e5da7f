"""Cards that go back into their owner's draw deck (R29.12)."""

from games.duel.drawing import draw_cards, shuffle_deck
from games.duel.effects import Recycle
from games.duel.reading import Reading
from games.duel.telling import Telling
from games.duel.zones import cards_of
from schemas.duel import (
    BluffsShown,
    Cards,
    CardsRecycled,
    Decision,
    HandRecycled,
    HiddenCards,
    PileRecycled,
)
from schemas.duel_terms import CardId


def carry_out_recycle(
    telling: Telling, owner: int, card: CardId, effect: Recycle, seat: int
) -> None:
    side = telling.side(seat)
    match effect.source:
        case "discard_pile":
            if side.discard.top is not None:
                telling.tell(PileRecycled(seat))
                shuffle_deck(telling, seat)
        case "combat_and_support_areas":
            _recycle_areas(telling, owner, seat)
        case "leadership_pile":
            pile = _recyclable_leadership(telling.reading, seat, effect)
            if pile:
                exact = 1 if effect.count in ("any", "all") else min(int(effect.count), len(pile))
                _ask(telling, owner, card, seat, pile, exact, exact)
        case "hand":
            if effect.count == "all":
                recycle_hand(telling, effect, seat, side.hand)
            elif side.hand:
                _ask(telling, owner, card, seat, side.hand, 0, len(side.hand))


def _ask(  # noqa: PLR0913, PLR0917 - whose text, who chooses, from what and how many
    telling: Telling, owner: int, card: CardId, seat: int, cards: Cards, least: int, most: int
) -> None:
    telling.ask(
        Decision(
            seat,
            "choose_cards",
            card,
            owner,
            seat,
            hidden=HiddenCards(cards),
            least=least,
            most=most,
        )
    )


def _recycle_areas(telling: Telling, owner: int, seat: int) -> None:
    """Covered cards too, but no safe ones (R32.23)."""
    reading, side = telling.reading, telling.side(seat)
    table = (*side.active, *side.support)
    going = [
        card
        for card in table
        if seat == owner or not reading.standing(seat, card, active=True).safe
    ]
    faces = tuple(bluff.card for bluff in side.bluffs)
    cards = (*going, *side.covered, *faces)
    if not cards:
        return
    if faces:
        telling.tell(BluffsShown(seat, tuple(bluff.handle for bluff in side.bluffs), faces))
    telling.tell(CardsRecycled(seat, cards, "table"))
    shuffle_deck(telling, seat)


def _recyclable_leadership(reading: Reading, seat: int, effect: Recycle) -> Cards:
    """Not the card itself, which lies on top already (R32.24)."""
    pile = cards_of(reading.side(seat).leadership)
    return tuple(card for card in pile if f"card:{card}" not in effect.exempt)


def recycle_hand(telling: Telling, effect: Recycle, seat: int, cards: Cards) -> None:
    if cards:
        telling.tell(HandRecycled(seat, cards))
        if effect.to == "draw_deck_shuffled":
            shuffle_deck(telling, seat)
    if effect.then is not None:
        draw_cards(telling, seat, effect.then.draw)


def answer_recycle(telling: Telling, decision: Decision, effect: Recycle, cards: Cards) -> None:
    if effect.source == "hand":
        recycle_hand(telling, effect, decision.by, cards)
        return
    telling.tell(CardsRecycled(decision.by, cards, "leadership"))
    shuffle_deck(telling, decision.by)
