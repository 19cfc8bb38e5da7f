"""The bots of every game, by level."""

from games.bots import Bot
from games.city.bots import BOTS as CITY_BOTS
from games.city.rulebook import CITY
from games.duel.bots import BOTS as DUEL_BOTS
from games.duel.rulebook import DUEL

BOTS_OF: dict[str, dict[str, Bot]] = {CITY.game: CITY_BOTS, DUEL.game: DUEL_BOTS}
