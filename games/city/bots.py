"""The bots for Blue Moon City, by level."""

from games.bots import Bot, playouts, random_bot
from games.city.builder import builder_bot
from games.city.planner import Planner

PLANNER_PLAYOUTS = 128
"""Takes some tens of milliseconds per decision, and keeps games reproducible from a seed."""

BOTS: dict[str, Bot] = {
    "random": random_bot,
    "builder": builder_bot,
    "planner": Planner(playouts(PLANNER_PLAYOUTS)),
}
