"""Hands as a plug-in."""

from games.bots import random_bot
from games.plugin import GamePlugin
from hands.records import HandsOptions, HandsPieces, HandsState, PlayCard, PlayEvent
from hands.rulebook import HANDS, WHOLE_DECK

PLUGIN = GamePlugin[HandsOptions, HandsState, PlayCard, PlayEvent](
    rulebooks=(HANDS,),
    names={"en": "Hands"},
    labels={},
    pieces=HandsPieces(WHOLE_DECK),
    bots={"random": random_bot},
    default_bot="random",
)
