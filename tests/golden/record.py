"""Records the golden games anew. Only for a change of rules that is meant to alter history.

python -m tests.golden.record
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from games.bots import Pick
from games.city.bots import BOTS
from games.city.game import CITY
from games.playout import Playout, play_out
from schemas.city import CardSplit, CityOptions, Contribute, DeclareStalemate, Offer
from schemas.commit import canonical
from schemas.table import AnyTable, Resign
from tests.golden.legal_counts import TABLE, counted

FOLDER = Path(__file__).parent
EXPANSIONS: tuple[tuple[()] | tuple[int, ...], ...] = ((), (1,), (2,), (1, 2))


def golden_games() -> Iterator[Playout]:
    """Every player count, variant and expansion; then the odd ones."""
    for players, random_city, expansions in product((2, 3, 4), (False, True), EXPANSIONS):
        options = CityOptions(players, random_city, expansions)  # type: ignore[arg-type]
        parts = [
            f"city-{players}p",
            "random" if random_city else "standard",
            *(f"set{number}" for number in expansions),
        ]
        yield _playout(options, "-".join(parts), ["builder"] * players)
    split = CardSplit(ones=4, twos=4, threes=2)
    yield _playout(CityOptions(2, split=split), "city-2p-split", ["builder", "builder"])
    yield _playout(CityOptions(3), "city-3p-randomly", ["random"] * 3)
    yield _playout(CityOptions(4), "city-4p-finished", ["hoarder"] * 4)
    yield _playout(CityOptions(2), "city-2p-resigned", ["quitter", "builder"])
    yield _playout(CityOptions(4), "city-4p-resigned", ["quitter", "builder", "quitter", "builder"])


def quitter_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    """A builder who loses heart one day."""
    return Resign() if pick(50) == 0 else BOTS["builder"](view, seat, legal, pick)


def hoarder_bot(_view: AnyTable, _seat: int, legal: tuple[Any, ...], pick: Pick, /) -> Any:
    """Builds wherever its feet carry it, and makes no offering before it must (C9.1)."""
    building = [action for action in legal if isinstance(action, Contribute)]
    wandering = [a for a in legal if not isinstance(a, Offer | DeclareStalemate)]
    choice = building or wandering or legal
    return choice[pick(len(choice))]


def _playout(options: CityOptions, name: str, bots: list[str]) -> Playout:
    cast = BOTS | {"quitter": quitter_bot, "hoarder": hoarder_bot}
    players = tuple((f"{bot} {seat}", cast[bot]) for seat, bot in enumerate(bots))
    return Playout(CITY, options, players, f"golden/{name}", name)


def main() -> None:
    for playout in golden_games():
        lines = [canonical(commit) + b"\n" for commit, _ in play_out(playout)]
        (FOLDER / f"{playout.id}.jsonl").write_bytes(b"".join(lines))
        print(f"{playout.id}: {len(lines)} commits")
    TABLE.write_text(counted())
    print(f"{TABLE.name}: legal actions counted")


if __name__ == "__main__":
    main()
