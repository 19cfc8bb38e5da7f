"""Whether an action would bring new information, so that a client can warn first (R17.10)."""

from msgspec.structs import replace

from games.dice import Dice
from games.duel.rulebook import DUEL
from schemas.duel.actions import PlayAction
from schemas.duel.events import TurnBegan
from schemas.duel.state import DuelState


def brings_news(state: DuelState, seat: int, action: PlayAction, dice: Dice) -> bool:
    """Try a legal action. An action that ends the turn can never be rewound."""
    without_news = replace(state, turn=replace(state.turn, news=False))
    events, after = DUEL.decide(without_news, seat, action, dice)
    return after.turn.news or any(isinstance(event, TurnBegan) for event in events)
