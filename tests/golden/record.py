"""Records the golden games of the current rules. Run it for a new rules version or another bot.

python -m tests.golden.record

Games of earlier rules versions were recorded when those were current, and never change.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from games.bots import Pick
from games.city.bots import BOTS
from games.city.ending import city_is_finished
from games.city.rulebook import CITY, CITY_1, City
from games.duel.bots import BOTS as DUEL_BOTS
from games.duel.decks import DECKS
from games.duel.rulebook import DUEL_1, DUEL_2
from games.playout import Playout, play_out
from schemas.city.actions import Contribute, DeclareStalemate, Offer
from schemas.city.options import CardSplit, CityOptions
from schemas.commit import canonical
from schemas.duel.deck import DeckList
from schemas.duel.options import DuelOptions
from schemas.table import AnyTable, JsonObject, Resign
from tests.games.duel.bold import bold_bot
from tests.golden.legal_counts import TABLE, counts_as_json

FOLDER = Path(__file__).parent
EXPANSIONS: tuple[tuple[()] | tuple[int, ...], ...] = ((), (1,), (2,), (1, 2))


DECK_PAIRS = tuple(combinations_with_replacement(DECKS, 2))
"""One order of two decks is enough: the start player is random, and no rule depends on the seat."""


def golden_games() -> Iterator[Playout]:
    """Yield the games that are recorded under the current rules.

    Of City each player count with each expansion, in a random city if only one set is in play.
    """
    for playout in city_games():
        if playout.options.random_city == (len(playout.options.expansions) == 1):
            yield playout
    yield from duel_games()


def earlier_games() -> Iterator[Playout]:
    """Yield the games of earlier rules versions. Other bots played them, so only names count."""
    yield from city_games(CITY_1)


def city_games(rulebook: City = CITY) -> Iterator[Playout]:
    """Yield every player count, variant and expansion; then special cases."""
    version = "city" if rulebook is CITY_1 else rulebook.rules.replace("/", "")
    for players, random_city, expansions in product((2, 3, 4), (False, True), EXPANSIONS):
        options = CityOptions(players, random_city, expansions)  # type: ignore[arg-type]
        parts = [
            f"{version}-{players}p",
            "random" if random_city else "standard",
            *(f"set{number}" for number in expansions),
        ]
        yield _playout(rulebook, options, "-".join(parts), ["builder"] * players)
    for name, options, bots in SPECIAL_CASES:
        yield _playout(rulebook, options, f"{version}-{name}", list(bots))
    if rulebook is not CITY_1:
        chosen = CityOptions(
            2, True, (1,), corners=("north_east", "south_west"), offer_without_stones=False
        )
        yield _playout(rulebook, chosen, f"{version}-2p-chosen", ["builder", "builder"])


SPECIAL_CASES: tuple[tuple[str, CityOptions, tuple[str, ...]], ...] = (
    ("2p-split", CityOptions(2, split=CardSplit(ones=4, twos=4, threes=2)), ("builder",) * 2),
    ("3p-randomly", CityOptions(3), ("random",) * 3),
    ("4p-finished", CityOptions(4), ("hoarder",) * 4),
    ("2p-resigned", CityOptions(2), ("quitter", "builder")),
    ("4p-resigned", CityOptions(4), ("quitter", "builder") * 2),
)


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
    yield from second_duel_games()


def second_duel_games() -> Iterator[Playout]:
    """Under `duel/2`: what its amendments add."""
    options = DuelOptions(("random", "random"), crystals_to_win=1)
    yield _second_duel(options, "duel2-random", ["duelist", "duelist"])
    options = DuelOptions(("khind", "khind"), interventions=True, crystals_to_win=3)
    yield _second_duel(options, "duel2-gang", ["bold", "bold"])
    options = DuelOptions(own_decks=True, crystals_to_win=2)
    decks: tuple[JsonObject, ...] = (
        {"decks": [msgspec.to_builtins(replace(ODD_DECK, inquisitor="inq-thunder-fist")), "aqua"]},
        {"decks": ["random"]},
    )
    own = _second_duel(options, "duel2-own-decks", ["bold", "duelist"])
    yield replace(own, decks=decks)


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
    return Playout(DUEL_1, options, players, f"golden/{name}", name)


def _second_duel(options: DuelOptions, name: str, bots: list[str]) -> Playout:
    return replace(_duel(options, name, bots), rulebook=DUEL_2)


def quitter_duelist_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    return Resign() if pick(50) == 0 else DUEL_BOTS["duelist"](view, seat, legal, pick)


def quitter_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    """A builder that resigns at a random moment."""
    return Resign() if pick(50) == 0 else BOTS["builder"](view, seat, legal, pick)


def hoarder_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick, /) -> Any:
    """Moves at random and builds wherever it can. In the finished city it offers like a builder."""
    assert view.play is not None
    if city_is_finished(view.play):
        return BOTS["builder"](view, seat, legal, pick)
    contributions = [action for action in legal if isinstance(action, Contribute)]
    others = [a for a in legal if not isinstance(a, Offer | DeclareStalemate)]
    choice = contributions or others or legal
    return choice[pick(len(choice))]


def _playout(rulebook: City, options: CityOptions, name: str, bots: list[str]) -> Playout:
    by_name = BOTS | {"quitter": quitter_bot, "hoarder": hoarder_bot}
    players = tuple(
        (f"{bot} {seat}".replace(" ", "-"), by_name[bot]) for seat, bot in enumerate(bots)
    )
    return Playout(rulebook, options, players, f"golden/{name}", name)


def main() -> None:
    for playout in golden_games():
        lines = [canonical(commit) + b"\n" for commit, _ in play_out(playout)]
        (FOLDER / f"{playout.table_id}.jsonl").write_bytes(b"".join(lines))
        print(f"{playout.table_id}: {len(lines)} commits")
    TABLE.write_text(counts_as_json())
    print(f"{TABLE.name}: legal actions counted")


if __name__ == "__main__":
    main()
