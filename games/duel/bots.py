"""The bots that know how to play Blue Moon, by name."""

from games.bots import Bot, random_bot
from games.duel.duelist import duelist_bot

BOTS: dict[str, Bot] = {"random": random_bot, "duelist": duelist_bot}
