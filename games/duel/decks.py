"""The nine preset decks, one per people, as they come out of the box."""

from collections.abc import Iterable

from schemas.duel.deck import DeckList
from schemas.duel.terms import People


def _deck(people: People, own: Iterable[int], *guests: str) -> DeckList:
    """The people's leader, its own cards by number, and cards of other peoples."""
    cards = (*(f"{people}-{number:02}" for number in own), *guests)
    return DeckList(leader=f"{people}-00", cards=cards)


DECKS: dict[People, DeckList] = {
    "hoax": _deck(
        "hoax",
        (*range(1, 15), *range(17, 23), *range(24, 30)),
        "flit-12",
        "mutant-105",
        "pillar-26",
        "terrah-05",
    ),
    "vulca": _deck(
        "vulca",
        (1, *range(3, 17), *range(18, 22), *range(23, 25), *range(26, 31)),
        "aqua-04",
        "khind-26",
        "mimix-06",
        "mutant-106",
    ),
    "mimix": _deck(
        "mimix",
        (*range(3, 6), *range(7, 15), *range(16, 29), *range(30, 32)),
        "hoax-23",
        "khind-19",
        "mutant-104",
        "pillar-13",
    ),
    "flit": _deck(
        "flit",
        (*range(1, 12), *range(14, 20), *range(22, 28), *range(29, 32)),
        "aqua-20",
        "mutant-109",
        "terrah-15",
        "vulca-22",
    ),
    "khind": _deck(
        "khind",
        (*range(1, 19), *range(20, 23), 25, *range(27, 31)),
        "aqua-30",
        "hoax-15",
        "mimix-29",
        "mutant-101",
    ),
    "terrah": _deck(
        "terrah",
        (*range(1, 5), *range(6, 15), *range(16, 24), *range(25, 28), *range(29, 31)),
        "flit-13",
        "mutant-107",
        "pillar-17",
        "vulca-02",
    ),
    "pillar": _deck(
        "pillar",
        (*range(1, 13), *range(14, 17), *range(18, 20), *range(21, 26), *range(27, 31)),
        "khind-31",
        "mimix-15",
        "mutant-103",
        "vulca-25",
    ),
    "aqua": _deck(
        "aqua",
        (*range(1, 4), *range(5, 15), *range(16, 20), *range(21, 27), *range(28, 30), 31),
        "flit-20",
        "hoax-16",
        "mutant-102",
        "terrah-24",
    ),
    "buka": _deck("buka", range(1, 31)),
}
