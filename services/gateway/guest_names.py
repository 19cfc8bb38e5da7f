"""Names of guests: anyone may use any name, but names at a table must not look alike."""

from collections.abc import Iterable

from games.registry import plugins
from services.runtime.access.name_folding import folded, folded_words
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
    for taken in taken_names:
        if folded(taken) == folded(name):
            raise _taken(name, f"{taken} already sits at this table. Choose another name.")
    beginning = folded_words(name)[:2]
    if any(beginning == folded_words(f"{level} bot") for level in plugins()[game].bots):
        raise _taken(name, f"{name!r} is the name of a bot. Choose another name.")


def _taken(name: str, message: str) -> ProblemError:
    return rejected("name_taken", message, player=name)
