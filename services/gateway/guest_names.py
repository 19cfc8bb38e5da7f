"""What a guest may be called: a name proves nothing, but nobody at a table is to be mistaken."""

import re
import unicodedata
from collections.abc import Iterable

from games.bot_levels import BOTS_OF
from schemas.rejection import Rejection
from schemas.table import Chair
from services.runtime.problems import ProblemError


def require_plain(name: str) -> None:
    """Nothing invisible, nothing that turns the line around. Raises ProblemError."""
    if not name.isprintable() or name != name.strip():
        raise ProblemError(
            "malformed",
            f"A guest's name is plain text without spaces around it, got {name!r}.",
        )


def require_free(name: str, game: str, chairs: Iterable[Chair]) -> None:
    """Raises ProblemError when people would take the guest for another player or for a bot."""
    wanted = _likeness(name)
    for chair in chairs:
        if chair.player is not None and _likeness(chair.player) == wanted:
            raise _taken(name, f"{chair.player} sits at this table already: take another name.")
    levels = "|".join(map(re.escape, BOTS_OF[game]))
    if re.fullmatch(rf"({levels}) bot( \d+)?", wanted):
        raise _taken(name, f"{name!r} is what a bot is called: take another name.")


def _taken(name: str, message: str) -> ProblemError:
    return ProblemError("rejected", message, Rejection("name_taken", message, {"player": name}))


def _likeness(name: str) -> str:
    """Equal for names that look alike."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
