"""Decks that players bring when they sit down (R2.7, R2.9)."""

import msgspec
from msgspec.structs import replace

from games.duel.deck_building import violations
from games.duel.folds.match import fresh_side
from games.duel.prepared_decks import deck_of, listed, prepared_decks
from games.duel.refusals import DuelActionError
from schemas.duel.deck import RANDOM, BroughtDecks, Deck, DeckFront, DeckFronts
from schemas.duel.state import DuelState, PreparedDecks
from schemas.strict import convert_strictly
from schemas.table import JsonObject


def read_decks(brought: JsonObject) -> JsonObject:
    """The decks as they are recorded. The refusal lists all violations of a deck."""
    try:
        decks: BroughtDecks = convert_strictly(brought, BroughtDecks)
    except msgspec.ValidationError as error:
        raise DuelActionError("bad_deck", f"{error}.") from None
    for number, deck in enumerate(decks.decks):
        if deck == RANDOM and number:
            raise DuelActionError(
                "bad_deck", "Only the first deck can be drawn at random (R2.8).", deck=number
            )
        if deck != RANDOM and (problems := violations(listed(deck))):
            raise DuelActionError(
                "bad_deck",
                f"Deck {number}: {' '.join(violation.message for violation in problems)}",
                deck=number,
                violations=[violation.code for violation in problems],
            )
    return _as_json(decks)


def fronts_of(brought: JsonObject) -> JsonObject:
    """The leaders and inquisitors."""
    decks = msgspec.convert(brought, BroughtDecks).decks
    return _as_json(DeckFronts(tuple(map(_front, decks))))


def _front(deck: Deck) -> DeckFront:
    if deck == RANDOM:
        return DeckFront(None)
    return DeckFront(listed(deck).leader, listed(deck).inquisitor)


def with_brought_decks(state: DuelState, brought: tuple[JsonObject | None, ...]) -> DuelState:
    """A seat that brought none plays with those of the options."""
    prepared = tuple(
        PreparedDecks(
            seat,
            prepared_decks(state, seat)
            if decks is None
            else msgspec.convert(decks, BroughtDecks).decks,
        )
        for seat, decks in enumerate(brought)
    )
    state = replace(state, prepared=prepared)
    sides = tuple(fresh_side(deck_of(state, side.seat, 0), side.seat) for side in state.sides)
    return replace(state, sides=sides)


def _as_json(record: BroughtDecks | DeckFronts) -> JsonObject:
    """What a reader of the record decodes: lists, not tuples."""
    content: JsonObject = msgspec.json.decode(msgspec.json.encode(record))
    return content
