"""Format what is printed on a card of Blue Moon."""

import msgspec
from rich.text import Text

from games.duel.card import Card
from games.duel.effects import Effect
from games.terminal_kit.palette import QUIET_STYLE
from schemas.duel.terms import CardType, Icon

MOON = "☾"
FIRE_STYLE = "bold #e06a3a"
EARTH_STYLE = "bold #4f9a5a"
NO_NUMBER = "-"

PLURAL_OF_TYPE: dict[CardType, str] = {
    "leader": "Leaders",
    "inquisitor": "Inquisitors",
    "character": "Characters",
    "booster": "Boosters",
    "support": "Supports",
    "leadership": "Leadership cards",
    "ship": "Ships",
    "hyla": "Hyla",
    "achievement": "Achievements",
    "intervention": "Interventions",
}
"""In display order."""


def number(value: int | None, style: str) -> Text:
    return Text(NO_NUMBER, QUIET_STYLE) if value is None else Text(str(value), style)


def moons(card: Card) -> str:
    return "?" if card.moons is None else MOON * card.moons


def icons(shown: tuple[Icon, ...]) -> str:
    """Return `SHIELD fire, GANG cool`. A shield in both elements is named once."""
    words = [_icon(icon) for icon in shown]
    if {"shield_fire", "shield_earth"} <= set(shown):
        words = ["SHIELD", *(word for word in words if not word.startswith("SHIELD"))]
    return ", ".join(words)


def _icon(icon: Icon) -> str:
    sign, _, which = icon.partition("_")
    return f"{sign.upper()} {which}".rstrip()


def describe_effect(effect: Effect) -> str:
    """Return the effect with its fields: `boost_value: target own_supports, element both`."""
    fields: dict[str, object] = {"when": effect.when, **msgspec.to_builtins(effect)}
    kind = fields.pop("kind")
    return f"{kind}: " + ", ".join(f"{name} {_plain(value)}" for name, value in fields.items())


def _plain(value: object) -> str:
    """Return nested values as JSON without quotes."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode().replace('"', "")
