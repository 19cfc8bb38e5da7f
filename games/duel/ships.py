"""Ships: landing them, and loading them when they are played (R24.5, R24.11)."""

from games.duel.cards import CARDS
from games.duel.effects import Ship
from games.duel.emitter import Emitter
from games.duel.phases import why_not_reach
from games.duel.reading import FIGHT_TYPES, Reading
from games.duel.refusals import DuelCode, refusal
from games.duel.zones import vessel_of
from schemas.duel.actions import LandShip
from schemas.duel.events import CardLoaded, ShipLanded
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards, HiddenCards


def land_ship(emitter: Emitter, seat: int, action: LandShip) -> None:
    reason = why_not_land(emitter.reading, seat, action.ship)
    if reason:
        raise refusal(reason, ship=action.ship)
    emitter.emit(ShipLanded(seat, action.ship))


def why_not_land(reading: Reading, seat: int, ship: CardId) -> DuelCode | None:
    if reason := why_not_reach(reading, "turn_start"):
        return reason
    if vessel_of(reading.side(seat).influence, ship) is None or CARDS[ship].type != "ship":
        return "no_such_ship"
    return None


def carry_out_loading(emitter: Emitter, seat: int, card: CardId, effect: Ship) -> None:
    """This does not count as a support. Ask every seat that has hand cards: the hand is secret."""
    hand = emitter.side(seat).hand
    if not hand or effect.load_now is None:
        return
    loadable = tuple(other for other in hand if CARDS[other].type in FIGHT_TYPES)
    emitter.ask(
        Decision(
            seat,
            "choose_cards",
            card,
            seat,
            seat,
            hidden=HiddenCards(loadable),
            most=min(effect.load_now, CARDS[card].capacity or 0),
        )
    )


def answer_loading(emitter: Emitter, decision: Decision, cards: Cards) -> None:
    for card in cards:
        emitter.emit(CardLoaded(decision.by, card, decision.reason, "hand", counts=False))
