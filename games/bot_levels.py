"""The bots of every game, by level."""

from games.bots import Bot
from games.city.bots import BOTS as CITY_BOTS
from games.city.game import CITY
from games.duel.bots import BOTS as DUEL_BOTS
from games.duel.game import DUEL

BOTS_OF: dict[str, dict[str, Bot]] = {CITY.id: CITY_BOTS, DUEL.id: DUEL_BOTS}
