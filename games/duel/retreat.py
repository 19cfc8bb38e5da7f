"""Leaving a fight, or starting none (R6, R13)."""

from typing import Literal

from games.duel.dragons import gain_dragon, reward
from games.duel.drawing import draw_up_to
from games.duel.emitter import Emitter
from games.duel.phases import why_not_reach
from games.duel.reading import Reading
from games.duel.refusals import DuelCode, refusal
from games.duel.turns import begin_turn, discard_landed, fail_demands, reach
from schemas.duel.actions import DeclineFight
from schemas.duel.events import BluffsShown, CardsDiscarded, FightDeclined, FightEnded
from schemas.duel.terms import Cards

DECLINED_CARDS_MAX = 3


def retreat(emitter: Emitter, seat: int) -> None:
    reason = why_not_retreat(emitter.reading)
    if reason:
        raise refusal(reason)
    reach(emitter, "retreat_or_decline")
    end_fight(emitter, seat, "retreat")


def why_not_retreat(reading: Reading) -> DuelCode | None:
    if not reading.state.fight:
        return "no_fight_to_retreat_from"
    return why_not_reach(reading, "retreat_or_decline")


def end_fight(emitter: Emitter, loser: int, how: Literal["retreat", "forced", "bluff"]) -> None:
    winner = 1 - loser
    if how != "bluff":
        # A lost bluff comes after the phase in which demands were settled (R28.16).
        fail_demands(emitter, loser)
    dragons = reward(emitter.reading, winner)
    for _ in range(dragons):
        gain_dragon(emitter, winner, "retreat")
    emitter.emit(FightEnded(winner, how, dragons))
    for seat in (winner, loser):
        _clear_areas(emitter, seat)
        discard_landed(emitter, seat)
    for seat in (winner, loser):
        draw_up_to(emitter, seat)
    begin_turn(emitter, loser)


def _clear_areas(emitter: Emitter, seat: int) -> None:
    """All combat and support cards are discarded, bluffs are shown first (R13.6)."""
    side = emitter.side(seat)
    faces = tuple(bluff.card for bluff in side.bluffs)
    if faces:
        emitter.emit(BluffsShown(seat, tuple(bluff.handle for bluff in side.bluffs), faces))
    cards = (*side.covered, *side.active, *side.support, *faces)
    if cards:
        emitter.emit(CardsDiscarded(seat, cards, "table"))


def decline_fight(emitter: Emitter, seat: int, action: DeclineFight) -> None:
    reason = why_not_decline(emitter.reading, seat, action.cards)
    if reason:
        raise refusal(reason, cards=list(action.cards))
    reach(emitter, "retreat_or_decline")
    emitter.emit(FightDeclined(seat))
    if action.cards:
        emitter.emit(CardsDiscarded(seat, action.cards, "hand"))
    discard_landed(emitter, seat)
    draw_up_to(emitter, seat)
    begin_turn(emitter, 1 - seat)


def why_not_decline(reading: Reading, seat: int, cards: Cards) -> DuelCode | None:
    if reading.state.fight:
        return "fight_running"
    if reason := why_not_reach(reading, "retreat_or_decline"):
        return reason
    hand = reading.side(seat).hand
    if len(set(cards)) != len(cards) or any(card not in hand for card in cards):
        return "not_in_hand"
    # A seat without hand cards discards nothing (R6.4).
    if len(cards) > DECLINED_CARDS_MAX or (not cards and hand):
        return "discard_1_to_3"
    return None
