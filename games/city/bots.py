"""The bots that know how to play Blue Moon City, by name."""

from games.bots import Bot, random_bot
from games.city.builder import builder_bot

BOTS: dict[str, Bot] = {"random": random_bot, "builder": builder_bot}
