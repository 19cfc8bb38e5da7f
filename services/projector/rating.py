"""How a finished game changes what its players are worth.

Plackett-Luce, as openskill implements it: a game of several players is one ranking, and ties are
shared places. Elo knows two players only, and taking a game apart into pairs would count the same
result several times. Each rating carries its uncertainty, so newcomers settle within few games.
"""

from collections.abc import Mapping

from msgspec import Struct
from openskill.models import PlackettLuce

from services.runtime.standings import Rated

_model = PlackettLuce()


class Finish(Struct, frozen=True, gc=False):
    """How one player of a game did."""

    player: str
    place: int
    won: bool


def newcomer() -> Rated:
    rating = _model.rating()
    return Rated(rating.mu, rating.sigma)


def rated_after(before: Mapping[str, Rated], finishes: tuple[Finish, ...]) -> dict[str, Rated]:
    """What the players are worth after the game."""
    teams = [
        [_model.rating(before[finish.player].mu, before[finish.player].sigma)]
        for finish in finishes
    ]
    ranks = [float(finish.place) for finish in finishes]
    after = {}
    for finish, (rating,) in zip(finishes, _model.rate(teams, ranks=ranks), strict=True):
        known = before[finish.player]
        after[finish.player] = Rated(
            rating.mu, rating.sigma, known.played + 1, known.won + finish.won
        )
    return after
