"""Names of guests: anyone may use any name, but names at a table must not look alike."""

import re
import unicodedata
from collections.abc import Iterable

from games.registry import plugins
from services.runtime.web.problems import ProblemError, rejected


def require_plain(name: str) -> None:
    """Refuse invisible and direction-changing characters. Raises ProblemError."""
    if not name.isprintable() or name != name.strip():
        raise ProblemError(
            "malformed",
            f"Expected a name of printable characters without surrounding spaces, got {name!r}.",
        )


def require_free(name: str, game: str, taken_names: Iterable[str]) -> None:
    """Raises ProblemError when the name looks like another player's or a bot's."""
    normalized = _normalize(name)
    for taken in taken_names:
        if _normalize(taken) == normalized:
            raise _taken(name, f"{taken} already sits at this table. Choose another name.")
    levels = "|".join(map(re.escape, plugins()[game].bots))
    if re.fullmatch(rf"({levels}) bot( \d+)?", normalized):
        raise _taken(name, f"{name!r} is the name of a bot. Choose another name.")


def _taken(name: str, message: str) -> ProblemError:
    return rejected("name_taken", message, player=name)


def _normalize(name: str) -> str:
    """Return the same text for names that look alike."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
