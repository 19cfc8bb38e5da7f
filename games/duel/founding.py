"""Setting up the games of a match (R2, R16)."""

from games.duel.drawing import draw_cards, shuffle_deck
from games.duel.ending import end_match, match_winner
from games.duel.options import deck_of, decks_held, leader_of
from games.duel.refusals import refusal
from games.duel.telling import DuelOver, Telling
from games.duel.turns import begin_turn
from schemas.duel import (
    ChooseDeck,
    DeckChosen,
    DecksOffered,
    DuelBegan,
    DuelEnded,
    ExchangeChosen,
    HandExchanged,
    Mulligan,
)

START_CARDS = 6


def begin_match(telling: Telling) -> None:
    """The start player is drawn by lot (R2.2)."""
    assert telling.dice is not None, "a match begins with dice"
    offer_decks(telling, telling.dice.below("duel/start", 2))


def offer_decks(telling: Telling, start: int) -> None:
    """Who has several decks chooses one for the next game (R16.3)."""
    options = telling.state.options
    if any(options.reserves):
        telling.tell(DecksOffered(telling.state.number + 1, start))
    else:
        begin_duel(telling, start)


def choose_deck(telling: Telling, seat: int, action: ChooseDeck) -> None:
    if telling.state.stage != "decks":
        raise refusal("wrong_phase")
    held = decks_held(telling.state.options, seat)
    if action.deck >= held:
        raise refusal("no_such_deck", given=action.deck, decks=held)
    telling.tell(DeckChosen(seat, action.deck))
    if all(side.chosen for side in telling.state.sides):
        begin_duel(telling, telling.state.start)


def begin_duel(telling: Telling, start: int) -> None:
    """Leaders and inquisitors of both are revealed at once (R2.1)."""
    state = telling.state
    numbers = tuple(side.next_deck or 0 for side in state.sides)
    decks = [deck_of(state.options, seat, number) for seat, number in enumerate(numbers)]
    telling.tell(
        DuelBegan(
            state.number + 1,
            start,
            (numbers[0], numbers[1]),
            tuple(leader_of(deck) for deck in decks),
            tuple(deck.inquisitor for deck in decks),
        )
    )
    for seat in (0, 1):
        shuffle_deck(telling, seat)
        draw_cards(telling, seat, START_CARDS)
    if not telling.state.options.mulligan:
        begin_turn(telling, start)


def mulligan(telling: Telling, seat: int, action: Mulligan) -> None:
    """Both choose without knowing the other's choice; then both exchange (R2.4, R2.5)."""
    side = telling.side(seat)
    if telling.state.stage != "mulligan":
        raise refusal("wrong_phase")
    if side.chosen:
        raise refusal("already_done")
    cards = action.exchange.cards
    if len(set(cards)) != len(cards) or any(card not in side.hand for card in cards):
        raise refusal("not_in_hand", cards=list(cards))
    telling.tell(ExchangeChosen(seat, action.exchange))
    if not all(other.chosen for other in telling.state.sides):
        return
    for other in telling.state.sides:
        if other.exchange.cards:
            telling.tell(HandExchanged(other.seat, other.exchange.cards))
            shuffle_deck(telling, other.seat)
            draw_cards(telling, other.seat, len(other.exchange.cards))
    begin_turn(telling, telling.state.start)


def go_on_after_duel(telling: Telling) -> None:
    """The match is over, or the loser of this game starts the next one (R16.1, R16.2)."""
    ended = telling.events[-1]
    assert isinstance(ended, DuelEnded), "a game that is over has just been told so"
    winner = match_winner(telling.state)
    if winner is not None:
        end_match(telling, winner, ended.reason)
        return
    try:
        offer_decks(telling, 1 - ended.winner)
    except DuelOver:
        raise AssertionError("a game can't be over before it has begun") from None
