"""The bots for Blue Moon, by level."""

from games.bots import Bot, random_bot
from games.duel.duelist import duelist_bot

BOTS: dict[str, Bot] = {"random": random_bot, "duelist": duelist_bot}
