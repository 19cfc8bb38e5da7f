"""Rules versions: what a game's rules are, and how they changed."""

from schemas.record import Record


class Amendment(Record):
    """A change of a game's rules. It is never changed itself: a mistake in it is a new one."""

    name: str
    """`exact-payment`. The rules check it by this name where the rule is decided."""
    rule: str
    """The number of the rule in the game's rules page: `C4.8`."""
    change: str
    """What is different now, in a sentence for players."""


class RulesVersion(Record):
    """A set of rules that tables can be played under."""

    rules: str
    """`city/2`. A table keeps the rules it was opened with."""
    amendments: tuple[Amendment, ...]
    """All changes since the game's first version, the oldest first."""
