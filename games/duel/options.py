"""Options of a table: the decks of both seats, checked before the game (R33.10)."""

from collections.abc import Collection, Iterator

from msgspec import UnsetType

from games.duel.deck_building import violations
from games.duel.prepared_decks import listed
from games.duel.refusals import DuelActionError
from schemas.duel.deck import RANDOM, Deck
from schemas.duel.options import DuelOptions
from schemas.duel.terms import DuelAmendment
from schemas.rejection import OptionsProblem

SEATS = 2


def check(options: DuelOptions, amendments: Collection[DuelAmendment]) -> None:
    """Refuse options with a problem; the refusal lists all violations of a deck."""
    for problem in _new_options(options, own_decks="own-decks" in amendments):
        raise DuelActionError("bad_options", problem.message, field=problem.where)
    for seat, number, deck in _decks(options):
        if problems := violations(listed(deck), amendments):
            raise DuelActionError(
                "bad_options",
                f"Deck {number} of seat {seat}: {' '.join(v.message for v in problems)}",
                field="reserves" if number else "decks",
                seat=seat,
                deck=number,
                violations=[v.code for v in problems],
            )


def problems(
    options: DuelOptions, amendments: Collection[DuelAmendment]
) -> Iterator[OptionsProblem]:
    """Every violation of every deck, and options that these rules do not know."""
    yield from _new_options(options, own_decks="own-decks" in amendments)
    for seat, number, deck in _decks(options):
        for violation in violations(listed(deck), amendments):
            where = _where(seat, number)
            yield OptionsProblem(violation.code, violation.message, where, violation.detail)


def _new_options(options: DuelOptions, *, own_decks: bool) -> Iterator[OptionsProblem]:
    """Options of `duel/2` under `duel/1`, and random reserves under any rules (R2.7, R2.8)."""
    if not own_decks and not isinstance(options.own_decks, UnsetType):
        yield OptionsProblem(
            "unknown_option", "Under duel/1 players do not bring their own decks.", "own_decks"
        )
    for seat in range(SEATS):
        for number, deck in enumerate((options.decks[seat], *options.reserves[seat])):
            if deck == RANDOM and not own_decks:
                message = "Under duel/1 decks are not drawn at random."
                yield OptionsProblem("unknown_option", message, _where(seat, number))
            elif deck == RANDOM and number:
                message = "Only the first deck can be drawn at random."
                yield OptionsProblem("random_reserve", message, _where(seat, number))


def _decks(options: DuelOptions) -> Iterator[tuple[int, int, Deck]]:
    """Every deck that is not drawn, with its seat and its number."""
    for seat in range(SEATS):
        for number, deck in enumerate((options.decks[seat], *options.reserves[seat])):
            if deck != RANDOM:
                yield seat, number, deck


def _where(seat: int, number: int) -> str:
    return f"reserves[{seat}][{number - 1}]" if number else f"decks[{seat}]"
