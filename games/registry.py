"""The games we host. To add one, add a line here."""

from games.city.rulebook import CITY
from games.contract import Rulebook
from games.duel.rulebook import DUEL

RULEBOOKS: dict[str, Rulebook] = {rulebook.game: rulebook for rulebook in (CITY, DUEL)}
_BY_RULES: dict[str, Rulebook] = {rulebook.rules: rulebook for rulebook in RULEBOOKS.values()}


def rulebook_of_game(name: str) -> Rulebook | None:
    return RULEBOOKS.get(name)


def rulebook_with_rules(rules: str) -> Rulebook | None:
    """The game that a history was played with: `city/1`."""
    return _BY_RULES.get(rules)
