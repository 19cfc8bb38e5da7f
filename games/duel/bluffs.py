"""Bluffs on the table: given up, or called after the announcement (R25.6 to R25.14)."""

from games.duel.discarding import discard_from_table
from games.duel.dragons import gain_dragon
from games.duel.effects import ForbidCallBluff
from games.duel.emitter import Emitter
from games.duel.phases import why_not_reach
from games.duel.reading import Reading
from games.duel.refusals import DuelCode, refusal
from games.duel.retreat import end_fight
from games.duel.zones import bluff_of
from schemas.duel.actions import DiscardBluff
from schemas.duel.events import BluffsCalled, CardsDiscarded
from schemas.duel.state import Decision
from schemas.duel.terms import CardId

CALL_BLUFF = "call_bluff"
YES, NO = "yes", "no"


def discard_bluff(emitter: Emitter, seat: int, action: DiscardBluff) -> None:
    reason = why_not_discard_bluff(emitter.reading, seat, action.bluff)
    if reason:
        raise refusal(reason, bluff=action.bluff)
    discard_from_table(emitter, seat, (action.bluff,))


def why_not_discard_bluff(reading: Reading, seat: int, handle: CardId) -> DuelCode | None:
    if reason := why_not_reach(reading, "turn_start"):
        return reason
    return None if bluff_of(reading.side(seat), handle) else "not_a_bluff"


def offer_call(emitter: Emitter, seat: int) -> None:
    """The announcer's opponent may call, if there is a bluff that works (R25.9)."""
    announcer = 1 - seat
    reading = emitter.reading
    if not reading.side(announcer).bluffs or reading.bluffs_ignored(announcer):
        return
    if reading.texts_of_kind(announcer, ForbidCallBluff):
        return
    emitter.ask(
        Decision(
            seat, "choose_option", CALL_BLUFF, seat, announcer, options=(NO, YES), least=1, most=1
        )
    )


def answer_call(emitter: Emitter, decision: Decision, option: str) -> None:
    if option == NO:
        return
    caller, bluffer = decision.by, decision.whose
    reading = emitter.reading
    icon = "bluff_fire" if emitter.state.element == "fire" else "bluff_earth"
    bluffs = reading.side(bluffer).bluffs
    cards = tuple(bluff.card for bluff in bluffs)
    honest = all(icon in reading.bluff_icons(bluffer, card) for card in cards)
    emitter.emit(BluffsCalled(caller, tuple(bluff.handle for bluff in bluffs), cards, honest))
    emitter.emit(CardsDiscarded(bluffer, cards, "table"))
    gain_dragon(emitter, bluffer if honest else caller, "bluff")
    if not honest:
        emitter.agenda = []
        end_fight(emitter, bluffer, "bluff")
