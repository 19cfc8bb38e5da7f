"""How everyone did when a game is over."""

from cli.narration import Narrator
from cli.phrases import listed
from schemas.table import AnyTable


def standings(table: AnyTable) -> str:
    """A line for each seat, best first."""
    narrator = Narrator(table)
    lines = []
    for result in sorted(table.results, key=lambda result: result.place):
        score = listed(f"{amount} {thing}" for thing, amount in result.score.items())
        lines.append(f"{result.place}. {narrator.name(result.seat)}: {score}")
    return "\n".join(lines)
