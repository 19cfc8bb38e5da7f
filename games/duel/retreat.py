"""Leaving a fight, or starting none (R6, R13)."""

from typing import Literal

from games.duel.dragons import gain_dragon, reward
from games.duel.drawing import draw_up_to
from games.duel.phases import why_not_reach
from games.duel.reading import Reading
from games.duel.refusals import refusal
from games.duel.telling import Telling
from games.duel.turns import begin_turn, discard_landed, fail_demands, reach
from schemas.duel import (
    BluffsShown,
    Cards,
    CardsDiscarded,
    DeclineFight,
    FightDeclined,
    FightEnded,
)

DECLINED_CARDS_MAX = 3


def retreat(telling: Telling, seat: int) -> None:
    reason = why_not_retreat(telling.reading)
    if reason:
        raise refusal(reason)
    reach(telling, "retreat_or_decline")
    end_fight(telling, seat, "retreat")


def why_not_retreat(reading: Reading) -> str | None:
    if not reading.state.fight:
        return "no_fight_to_retreat_from"
    return why_not_reach(reading, "retreat_or_decline")


def end_fight(telling: Telling, loser: int, how: Literal["retreat", "forced", "bluff"]) -> None:
    winner = 1 - loser
    if how != "bluff":
        # A lost bluff comes after the phase in which demands were settled (R28.16).
        fail_demands(telling, loser)
    dragons = reward(telling.reading, winner)
    for _ in range(dragons):
        gain_dragon(telling, winner, "retreat")
    telling.tell(FightEnded(winner, how, dragons))
    for seat in (winner, loser):
        _clear_areas(telling, seat)
        discard_landed(telling, seat)
    for seat in (winner, loser):
        draw_up_to(telling, seat)
    begin_turn(telling, loser)


def _clear_areas(telling: Telling, seat: int) -> None:
    """All combat and support cards are discarded, bluffs are shown first (R13.6)."""
    side = telling.side(seat)
    faces = tuple(bluff.card for bluff in side.bluffs)
    if faces:
        telling.tell(BluffsShown(seat, tuple(bluff.handle for bluff in side.bluffs), faces))
    cards = (*side.covered, *side.active, *side.support, *faces)
    if cards:
        telling.tell(CardsDiscarded(seat, cards, "table"))


def decline_fight(telling: Telling, seat: int, action: DeclineFight) -> None:
    reason = why_not_decline(telling.reading, seat, action.cards)
    if reason:
        raise refusal(reason, cards=list(action.cards))
    reach(telling, "retreat_or_decline")
    telling.tell(FightDeclined(seat))
    if action.cards:
        telling.tell(CardsDiscarded(seat, action.cards, "hand"))
    discard_landed(telling, seat)
    draw_up_to(telling, seat)
    begin_turn(telling, 1 - seat)


def why_not_decline(reading: Reading, seat: int, cards: Cards) -> str | None:
    if reading.state.fight:
        return "fight_running"
    if reason := why_not_reach(reading, "retreat_or_decline"):
        return reason
    hand = reading.side(seat).hand
    if len(set(cards)) != len(cards) or any(card not in hand for card in cards):
        return "not_in_hand"
    # Who has no hand card left discards nothing (R6.4).
    if len(cards) > DECLINED_CARDS_MAX or (not cards and hand):
        return "discard_1_to_3"
    return None
