"""Positions that can't be announced (R17): the turn is rewound, or the game is lost."""

from games.duel.emitter import Emitter
from games.duel.reading import Reading
from games.duel.refusals import DuelCode, refusal
from schemas.duel.events import TurnRewound

PHASES = ("character", "booster_support")


def rewind_turn(emitter: Emitter, seat: int) -> None:
    reason = why_not_rewind(emitter.reading)
    if reason:
        raise refusal(reason)
    emitter.emit(TurnRewound(seat))


def why_not_rewind(reading: Reading) -> DuelCode | None:
    state = reading.state
    if state.turn.phase not in PHASES or state.saved is None:
        return "nothing_to_rewind"
    return "information_revealed" if state.turn.news else None
