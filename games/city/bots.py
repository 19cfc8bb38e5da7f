"""The bots that know how to play Blue Moon City, by name."""

from games.bots import Bot, playouts, random_bot
from games.city.builder import builder_bot
from games.city.planner import Planner

PLANNER_PLAYOUTS = 128
"""Some tens of milliseconds a decision, and always the same ones: a seed decides the game."""

BOTS: dict[str, Bot] = {
    "random": random_bot,
    "builder": builder_bot,
    "planner": Planner(playouts(PLANNER_PLAYOUTS)),
}
