"""What a list of legal actions says about its actions."""

from schemas.record import Record


class Skip(Record):
    """Legal, but it ends phases of the turn in which the seat could still act: worth a warning."""

    action: str
    """The type of the listed actions that this is about: `discard`."""
    phases: tuple[str, ...]
    """The phases that such an action skips, in the game's own words and in their order."""
