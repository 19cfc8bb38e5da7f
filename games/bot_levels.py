"""The bots of every game, by level."""

from games.bots import Bot
from games.city.bots import BOTS as CITY_BOTS
from games.city.game import CITY

BOTS_OF: dict[str, dict[str, Bot]] = {CITY.id: CITY_BOTS}
