"""How the rules of Blue Moon City changed from version to version.

Rule numbers (C4.8) refer to `docs/rules/city.md`. The rules check an amendment where the rule is
decided: `if state.follows("name")`.
"""

from typing import cast

from schemas.city.terms import CityAmendment
from schemas.rules import Amendment

FIRST: tuple[Amendment, ...] = ()
"""`city/1`: as first released."""

SECOND: tuple[Amendment, ...] = (
    *FIRST,
    Amendment(
        "exact-payment",
        "C4.8",
        "Every card of a payment must pay: no card of another colour beside it, no Hoax with "
        "nothing to recolour. Overpaying means more of the same colour.",
    ),
    Amendment(
        "offering-without-stone",
        "C7.3",
        "A seat without stones may still make offerings. The option `offer_without_stones` turns "
        "this off.",
    ),
    Amendment(
        "duty-when-nobody-can-win",
        "C9.1",
        "In the finished city, seats must walk to the courtyard and offer only if no seat has the "
        "crystals for all the offerings it still needs.",
    ),
    Amendment(
        "drawn-without-stones",
        "C9.4",
        "When no seat has a stone left, the game is drawn, whatever the seats have.",
    ),
    Amendment(
        "chosen-corners",
        "C10.1",
        "The option `corners` names the corners that the extra tiles fill. Without it they are "
        "random.",
    ),
)
"""`city/2`."""


def names(amendments: tuple[Amendment, ...]) -> tuple[CityAmendment, ...]:
    """Return the names as the rules check them; a test compares them with the literal."""
    return tuple(cast(CityAmendment, amendment.name) for amendment in amendments)
