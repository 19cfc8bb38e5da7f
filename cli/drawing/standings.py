"""Final standings of a game."""

from games.terminal_kit.narrator import Narrator
from games.terminal_kit.phrases import join_words
from schemas.table import AnyTable


def standings(table: AnyTable) -> str:
    """Return a line for each seat, best first; empty if there are no results."""
    narrator = Narrator(table)
    lines = []
    for result in sorted(table.results, key=lambda result: result.place):
        score = join_words(_amount(noun, amount) for noun, amount in result.score.items())
        lines.append(f"{result.place}. {narrator.name(result.seat)}: {score}")
    return "\n".join(lines)


def _amount(plural: str, amount: int) -> str:
    return f"{amount} {plural.removesuffix('s') if amount == 1 else plural}"
