"""Records the golden games again. Run it only for a change of rules that is meant to alter history.

python -m tests.golden.record
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

from games.bots import Pick
from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.duel.bots import BOTS as DUEL_BOTS
from games.duel.decks import DECKS
from games.duel.rulebook import DUEL
from games.playout import Playout, play_out
from schemas.city.actions import Contribute, DeclareStalemate, Offer
from schemas.city.options import CardSplit, CityOptions
from schemas.commit import canonical
from schemas.duel.deck import DeckList
from schemas.duel.options import DuelOptions
from schemas.table import AnyTable, Resign
from tests.games.duel.bold import bold_bot
from tests.golden.legal_counts import TABLE, counts_as_json

FOLDER = Path(__file__).parent
EXPANSIONS: tuple[tuple[()] | tuple[int, ...], ...] = ((), (1,), (2,), (1, 2))


DECK_PAIRS = tuple(combinations_with_replacement(DECKS, 2))
"""One order of two decks is enough: the start player is random, and no rule depends on the seat."""


def golden_games() -> Iterator[Playout]:
    yield from city_games()
    yield from duel_games()


def city_games() -> Iterator[Playout]:
    """Every player count, variant and expansion; then special cases."""
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


def duel_games() -> Iterator[Playout]:
    """Every pair of decks, played by duelists; then a match and special cases."""
    for own, other in DECK_PAIRS:
        options = DuelOptions((own, other), crystals_to_win=1)
        yield _duel(options, f"duel-{own}-{other}", ["duelist", "duelist"])
    reserves: Any = (("aqua",), ("buka", "mimix"))
    match = DuelOptions(("vulca", "khind"), reserves, mulligan=False, crystals_to_win=4)
    yield _duel(match, "duel-match", ["duelist", "bold"])
    options = DuelOptions(("buka", "pillar"), interventions=True, crystals_to_win=1)
    yield _duel(options, "duel-interventions", ["bold", "bold"])
    options = DuelOptions(("pillar", "mimix"), crystals_to_win=1)
    yield _duel(options, "duel-boldly", ["bold", "bold"])
    odd = DuelOptions((ODD_DECK, "flit"), crystals_to_win=1)
    yield _duel(odd, "duel-odd-deck", ["bold", "bold"])
    yield _duel(DuelOptions(("terrah", "mimix")), "duel-resigned", ["duelist", "quitter duelist"])


ODD_DECK = DeckList(
    leader="vulca-00",
    inquisitor="inq-412",
    cards=(
        *(f"vulca-{number:02}" for number in (*range(5, 18), *range(24, 33))),
        *(f"mutant-{number}" for number in (101, 102, 103, 104, 105, 109)),
        "aqua-31",
        "mimix-31",
    ),
)
"""A custom deck with what the preset decks lack: many mutants, and an inquisitor."""


def _duel(options: DuelOptions, name: str, bots: list[str]) -> Playout:
    by_name = DUEL_BOTS | {"bold": bold_bot, "quitter duelist": quitter_duelist_bot}
    players = tuple(
        (f"{bot} {seat}".replace(" ", "-"), by_name[bot]) for seat, bot in enumerate(bots)
    )
    return Playout(DUEL, options, players, f"golden/{name}", name)


def quitter_duelist_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    return Resign() if pick(50) == 0 else DUEL_BOTS["duelist"](view, seat, legal, pick)


def quitter_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    """A builder that resigns at a random moment."""
    return Resign() if pick(50) == 0 else BOTS["builder"](view, seat, legal, pick)


def hoarder_bot(_view: AnyTable, _seat: int, legal: tuple[Any, ...], pick: Pick, /) -> Any:
    """Moves at random, builds wherever it can, and makes no offering before it must (C9.1)."""
    contributions = [action for action in legal if isinstance(action, Contribute)]
    others = [a for a in legal if not isinstance(a, Offer | DeclareStalemate)]
    choice = contributions or others or legal
    return choice[pick(len(choice))]


def _playout(options: CityOptions, name: str, bots: list[str]) -> Playout:
    by_name = BOTS | {"quitter": quitter_bot, "hoarder": hoarder_bot}
    players = tuple(
        (f"{bot} {seat}".replace(" ", "-"), by_name[bot]) for seat, bot in enumerate(bots)
    )
    return Playout(CITY, options, players, f"golden/{name}", name)


def main() -> None:
    for playout in golden_games():
        lines = [canonical(commit) + b"\n" for commit, _ in play_out(playout)]
        (FOLDER / f"{playout.table_id}.jsonl").write_bytes(b"".join(lines))
        print(f"{playout.table_id}: {len(lines)} commits")
    TABLE.write_text(counts_as_json())
    print(f"{TABLE.name}: legal actions counted")


if __name__ == "__main__":
    main()
