"""Cards taken back into hand from the table: by the RETRIEVE icon or by a text (R22.8, R29.13)."""

from games.duel.cards import CARDS
from games.duel.effects import Retrieve
from games.duel.emitter import Emitter
from games.duel.phases import why_not_reach
from games.duel.prohibitions import room_in_hand
from games.duel.reading import Reading
from games.duel.refusals import DuelCode, refusal
from games.duel.zones import bluff_of, vessel_of
from schemas.duel.actions import RetrieveCard
from schemas.duel.events import BluffsShown, CardReturned, CardsDiscarded
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards


def retrieve_card(emitter: Emitter, seat: int, action: RetrieveCard) -> None:
    reason = why_not_retrieve(emitter.reading, seat, action.card)
    if reason:
        raise refusal(reason, card=action.card)
    return_to_hand(emitter, seat, action.card)


def why_not_retrieve(reading: Reading, seat: int, card: CardId) -> DuelCode | None:
    """R22.8, R22.9."""
    side = reading.side(seat)
    if reason := why_not_reach(reading, "turn_start"):
        return reason
    if card not in side.active and card not in side.support:
        return "not_active"
    if "retrieve" not in reading.standing(seat, card, active=True).icons:
        return "no_retrieve_icon"
    if CARDS[card].type == "character" and _shows_retrieve(reading, 1 - seat):
        return "opponent_has_retrieve_character"
    return None if room_in_hand(reading, seat) else "taking_forbidden"


def _shows_retrieve(reading: Reading, seat: int) -> bool:
    """An active character shows the icon, even an ignored one."""
    return any(
        CARDS[card].type == "character" and "retrieve" in CARDS[card].icons
        for card in reading.side(seat).active
    )


def carry_out_retrieve(emitter: Emitter, owner: int, card: CardId, effect: Retrieve) -> None:
    candidates = retrievable(emitter.reading, owner, card, effect)
    if candidates and room_in_hand(emitter.reading, owner):
        emitter.ask(
            Decision(
                owner,
                "choose_cards",
                card,
                owner,
                owner,
                cards=candidates,
                most=effect.count,
            )
        )


def retrievable(reading: Reading, seat: int, card: CardId, effect: Retrieve) -> Cards:
    """Active fight cards and ships, or the combat area with covered cards (R29.13)."""
    side = reading.side(seat)
    if effect.source == "own_combat_area":
        cards = side.active + side.covered
    else:
        ships = tuple(v.card for v in side.influence if CARDS[v.card].type == "ship")
        bluffs = tuple(bluff.handle for bluff in side.bluffs)
        cards = side.active + side.support + bluffs + ships
    return tuple(other for other in cards if other != card)


def answer_retrieve(emitter: Emitter, decision: Decision, cards: Cards) -> None:
    for card in cards:
        return_to_hand(emitter, decision.by, card)


def return_to_hand(emitter: Emitter, seat: int, card: CardId) -> None:
    """A ship loses its load, a bluff is shown (R24.9, R25.7)."""
    side = emitter.side(seat)
    bluff = bluff_of(side, card)
    if bluff is not None:
        emitter.emit(BluffsShown(seat, (bluff.handle,), (bluff.card,)))
        card = bluff.card
    vessel = vessel_of(side.influence, card)
    if vessel is not None and vessel.load:
        emitter.emit(CardsDiscarded(seat, vessel.load, "table"))
    emitter.emit(CardReturned(seat, card))
