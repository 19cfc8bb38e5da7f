"""Setting up the games of a match (R2, R16)."""

from games.dice import Dice
from games.duel.cards import CARDS
from games.duel.decks import DECKS
from games.duel.dragons import gain_dragon
from games.duel.drawing import draw_cards, shuffle_deck
from games.duel.effects import StartingDragon
from games.duel.emitter import DuelEndedError, Emitter
from games.duel.ending import end_match, match_winner
from games.duel.prepared_decks import deck_of, decks_held, leader_of, listed, prepared_decks
from games.duel.refusals import refusal
from games.duel.turns import begin_turn
from schemas.duel.actions import ChooseDeck, Mulligan
from schemas.duel.deck import RANDOM
from schemas.duel.events import (
    DeckChosen,
    DecksOffered,
    DuelBegan,
    DuelEnded,
    ExchangeChosen,
    HandExchanged,
    LeadersDrawn,
)
from schemas.duel.state import Side

START_CARDS = 6


def begin_match(emitter: Emitter) -> None:
    """Draw random decks and the start player (R2.2, R2.8)."""
    assert emitter.dice is not None, "a match begins with dice"
    draw_leaders(emitter, emitter.dice)
    offer_decks(emitter, emitter.dice.below("duel/start", 2))


def draw_leaders(emitter: Emitter, dice: Dice) -> None:
    """Each seat with a random deck draws a leader that the other one does not play with."""
    firsts = [prepared_decks(emitter.state, side.seat)[0] for side in emitter.state.sides]
    if RANDOM not in firsts:
        return
    used = {listed(deck).leader for deck in firsts}
    left = [people for people, deck in DECKS.items() if deck.leader not in used]
    drawn = [
        left.pop(dice.below(f"duel/leader/{seat}", len(left))) if deck == RANDOM else None
        for seat, deck in enumerate(firsts)
    ]
    emitter.emit(LeadersDrawn(tuple(drawn)))


def offer_decks(emitter: Emitter, start: int) -> None:
    """A seat with several decks chooses one for the next game (R16.3)."""
    if any(decks_held(emitter.state, side.seat) > 1 for side in emitter.state.sides):
        emitter.emit(DecksOffered(emitter.state.number + 1, start))
    else:
        begin_duel(emitter, start)


def choose_deck(emitter: Emitter, seat: int, action: ChooseDeck) -> None:
    if emitter.state.stage != "decks":
        raise refusal("wrong_phase")
    held = decks_held(emitter.state, seat)
    if action.deck >= held:
        raise refusal("no_such_deck", given=action.deck, decks=held)
    emitter.emit(DeckChosen(seat, action.deck))
    if all(side.chosen for side in emitter.state.sides):
        begin_duel(emitter, emitter.state.start)


def begin_duel(emitter: Emitter, start: int) -> None:
    """Leaders and inquisitors of both are revealed at once (R2.1)."""
    state = emitter.state
    numbers = tuple(side.next_deck or 0 for side in state.sides)
    decks = [deck_of(state, seat, number) for seat, number in enumerate(numbers)]
    emitter.emit(
        DuelBegan(
            state.number + 1,
            start,
            (numbers[0], numbers[1]),
            tuple(leader_of(deck) for deck in decks),
            tuple(deck.inquisitor for deck in decks),
        )
    )
    for side in emitter.state.sides:
        start_with_dragons(emitter, side)
    for seat in (0, 1):
        shuffle_deck(emitter, seat)
        draw_cards(emitter, seat, START_CARDS)
    if not emitter.state.options.mulligan:
        begin_turn(emitter, start)


def start_with_dragons(emitter: Emitter, side: Side) -> None:
    """R27.7."""
    effect = CARDS[side.inquisitor].effect if side.inquisitor else None
    if side.inquisitor and isinstance(effect, StartingDragon):
        for _ in range(effect.dragons):
            gain_dragon(emitter, side.seat, side.inquisitor)


def mulligan(emitter: Emitter, seat: int, action: Mulligan) -> None:
    """Both choose without knowing the other's choice; then both exchange (R2.4, R2.5)."""
    side = emitter.side(seat)
    if emitter.state.stage != "mulligan":
        raise refusal("wrong_phase")
    if side.chosen:
        raise refusal("already_done")
    cards = action.exchange.cards
    if len(set(cards)) != len(cards) or any(card not in side.hand for card in cards):
        raise refusal("not_in_hand", cards=list(cards))
    emitter.emit(ExchangeChosen(seat, action.exchange))
    if not all(other.chosen for other in emitter.state.sides):
        return
    for other in emitter.state.sides:
        if other.exchange.cards:
            emitter.emit(HandExchanged(other.seat, other.exchange.cards))
            shuffle_deck(emitter, other.seat)
            draw_cards(emitter, other.seat, len(other.exchange.cards))
    begin_turn(emitter, emitter.state.start)


def go_on_after_duel(emitter: Emitter) -> None:
    """The match is over, or the loser of this game starts the next one (R16.1, R16.2)."""
    ended = emitter.events[-1]
    assert isinstance(ended, DuelEnded), "a game that is over ends with DuelEnded"
    winner = match_winner(emitter.state)
    if winner is not None:
        end_match(emitter, winner, ended.reason)
        return
    try:
        offer_decks(emitter, 1 - ended.winner)
    except DuelEndedError:
        raise AssertionError("a game can't be over before it has begun") from None
