"""How a game of a match ends, what it is worth, and when the match is over (R15, R16)."""

from typing import Literal, NoReturn

from games.duel.cards import CARDS
from games.duel.emitter import DuelEndedError, Emitter
from games.duel.prepared_decks import deck_of
from schemas.duel.events import DuelEnded
from schemas.duel.state import DuelState
from schemas.table import GameEnded, Result

EndReason = Literal["fourth_dragon", "no_cards", "conceded"]
CONCEDED_CRYSTALS = 4


def end_duel(emitter: Emitter, winner: int, reason: EndReason) -> NoReturn:
    crystals = crystals_won(emitter.state, winner, reason)
    emitter.emit(DuelEnded(winner, reason, crystals))
    raise DuelEndedError


def crystals_won(state: DuelState, winner: int, reason: EndReason) -> int:
    """R15.6 to R15.8."""
    if reason == "conceded":
        deck = deck_of(state, winner, state.sides[winner].deck_number)
        crystals = sum(CARDS[card].type == "achievement" for card in deck.cards)
        return CONCEDED_CRYSTALS + crystals
    dragons = max(0, state.dragons if winner == 0 else -state.dragons)
    mine, theirs = state.sides[winner].achievements, state.sides[1 - winner].achievements
    return max(1, 1 + dragons + len(mine) - len(theirs))


def winner_without_cards(state: DuelState) -> int:
    """No fight can start: the dragons decide, then who had hand cards last (R15.3, R15.4)."""
    if state.dragons:
        return 0 if state.dragons > 0 else 1
    holding = [side.seat for side in state.sides if side.hand]
    return holding[0] if holding else state.emptied[-1]


def match_winner(state: DuelState) -> int | None:
    """R16.1."""
    for side in state.sides:
        if side.crystals >= state.options.crystals_to_win:
            return side.seat
    return None


def end_match(emitter: Emitter, winner: int, reason: str) -> None:
    results = tuple(
        Result(
            side.seat,
            1 if side.seat == winner else 2,
            side.seat == winner,
            {"crystals": side.crystals},
        )
        for side in emitter.state.sides
    )
    emitter.emit(GameEnded(reason, results))
