"""Options of a table: the two decks, checked before the game (R33.10)."""

from collections.abc import Iterator

from games.duel.deck_building import violations
from games.duel.decks import DECKS
from games.duel.refusals import DuelActionError
from schemas.duel.deck import DeckList
from schemas.duel.options import DuelOptions
from schemas.duel.terms import CardId
from schemas.rejection import OptionsProblem

SEATS = 2


def check(options: DuelOptions) -> None:
    """Refuse illegal decks; the refusal lists all violations of a deck."""
    for seat in range(SEATS):
        for number in range(decks_held(options, seat)):
            problems = violations(deck_of(options, seat, number))
            if problems:
                raise DuelActionError(
                    "bad_options",
                    f"Deck {number} of seat {seat}: {' '.join(v.message for v in problems)}",
                    field="reserves" if number else "decks",
                    seat=seat,
                    deck=number,
                    violations=[v.code for v in problems],
                )


def problems(options: DuelOptions) -> Iterator[OptionsProblem]:
    """Every violation of every deck."""
    for seat in range(SEATS):
        for number in range(decks_held(options, seat)):
            where = f"reserves[{seat}][{number - 1}]" if number else f"decks[{seat}]"
            for violation in violations(deck_of(options, seat, number)):
                yield OptionsProblem(violation.code, violation.message, where, violation.detail)


def decks_held(options: DuelOptions, seat: int) -> int:
    return 1 + len(options.reserves[seat])


def deck_of(options: DuelOptions, seat: int, number: int) -> DeckList:
    """The first deck of a seat is number 0, then come its reserves."""
    deck = options.reserves[seat][number - 1] if number else options.decks[seat]
    return deck if isinstance(deck, DeckList) else DECKS[deck]


def leader_of(deck: DeckList) -> CardId:
    """The leader of a checked deck, which has one (R33.1)."""
    assert deck.leader is not None, "a deck without a leader is refused"
    return deck.leader
