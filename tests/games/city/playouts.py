"""Complete games of Blue Moon City for tests."""

from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.history import Position
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit

History = list[tuple[AnyCommit, Position]]


def three_builders() -> History:
    """A complete game between three builders with both expansions."""
    players = tuple((name, BOTS["builder"]) for name in ("Amber", "Basalt", "Coral"))
    options = CityOptions(3, expansions=(1, 2))
    return list(play_out(Playout(CITY, options, players, "11/0", "city-11-000000")))
