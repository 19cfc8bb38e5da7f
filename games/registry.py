"""The games we know. Adding one is a line here."""

from games.city.game import CITY
from games.contract import Game
from games.duel.game import DUEL

GAMES: dict[str, Game] = {game.id: game for game in (CITY, DUEL)}
_BY_RULES: dict[str, Game] = {game.rules: game for game in GAMES.values()}


def game_named(name: str) -> Game | None:
    return GAMES.get(name)


def game_with_rules(rules: str) -> Game | None:
    """The game that a history was played with: `city/1`."""
    return _BY_RULES.get(rules)
