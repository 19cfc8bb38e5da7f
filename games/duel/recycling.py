"""Cards that go back into their owner's draw deck (R29.12)."""

from games.duel.drawing import draw_cards, shuffle_deck
from games.duel.effects import Recycle
from games.duel.emitter import Emitter
from games.duel.reading import Reading
from games.duel.zones import cards_of
from schemas.duel.events import BluffsShown, CardsRecycled, HandRecycled, PileRecycled
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards, HiddenCards


def carry_out_recycle(
    emitter: Emitter, owner: int, card: CardId, effect: Recycle, seat: int
) -> None:
    side = emitter.side(seat)
    match effect.source:
        case "discard_pile":
            if side.discard.top is not None:
                emitter.emit(PileRecycled(seat))
                shuffle_deck(emitter, seat)
        case "combat_and_support_areas":
            _recycle_areas(emitter, owner, seat)
        case "leadership_pile":
            pile = _recyclable_leadership(emitter.reading, seat, effect)
            if pile:
                exact = 1 if effect.count in ("any", "all") else min(int(effect.count), len(pile))
                _ask(emitter, owner, card, seat, pile, exact, exact)
        case "hand":
            if effect.count == "all":
                recycle_hand(emitter, effect, seat, side.hand)
            elif side.hand:
                _ask(emitter, owner, card, seat, side.hand, 0, len(side.hand))


def _ask(  # noqa: PLR0913, PLR0917 - whose text, who chooses, from what and how many
    emitter: Emitter, owner: int, card: CardId, seat: int, cards: Cards, least: int, most: int
) -> None:
    emitter.ask(
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


def _recycle_areas(emitter: Emitter, owner: int, seat: int) -> None:
    """Recycle both areas, covered cards included, but no safe cards (R32.23)."""
    reading, side = emitter.reading, emitter.side(seat)
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
        emitter.emit(BluffsShown(seat, tuple(bluff.handle for bluff in side.bluffs), faces))
    emitter.emit(CardsRecycled(seat, cards, "table"))
    shuffle_deck(emitter, seat)


def _recyclable_leadership(reading: Reading, seat: int, effect: Recycle) -> Cards:
    """The leadership pile without the card itself, which is already on top (R32.24)."""
    pile = cards_of(reading.side(seat).leadership)
    return tuple(card for card in pile if f"card:{card}" not in effect.exempt)


def recycle_hand(emitter: Emitter, effect: Recycle, seat: int, cards: Cards) -> None:
    if cards:
        emitter.emit(HandRecycled(seat, cards))
        if effect.to == "draw_deck_shuffled":
            shuffle_deck(emitter, seat)
    if effect.then is not None:
        draw_cards(emitter, seat, effect.then.draw)


def answer_recycle(emitter: Emitter, decision: Decision, effect: Recycle, cards: Cards) -> None:
    if effect.source == "hand":
        recycle_hand(emitter, effect, decision.by, cards)
        return
    emitter.emit(CardsRecycled(decision.by, cards, "leadership"))
    shuffle_deck(emitter, decision.by)
