"""Rates players with the Plackett-Luce model of openskill.

The model ranks any number of players at once and supports ties. Elo supports only two, and
splitting a table into pairs would count one result several times. Each rating carries its
uncertainty, so new players reach their level within a few tables.
"""

from collections.abc import Mapping

from openskill.models import PlackettLuce

from services.runtime.readmodels.rated_results import Finish
from services.runtime.readmodels.standings import PlayerRating

_model = PlackettLuce()


def initial_rating() -> PlayerRating:
    rating = _model.rating()
    return PlayerRating(rating.mu, rating.sigma)


def rated_after(
    before: Mapping[str, PlayerRating], finishes: tuple[Finish, ...]
) -> dict[str, PlayerRating]:
    """Return the new ratings of the players."""
    teams = [
        [_model.rating(before[finish.player].mu, before[finish.player].sigma)]
        for finish in finishes
    ]
    ranks = [float(finish.place) for finish in finishes]
    after = {}
    for finish, (rating,) in zip(finishes, _model.rate(teams, ranks=ranks), strict=True):
        known = before[finish.player]
        after[finish.player] = PlayerRating(
            rating.mu, rating.sigma, known.played + 1, known.won + finish.won
        )
    return after
