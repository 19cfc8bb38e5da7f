"""Setting up the games of a match (R2, R16)."""

from games.duel.drawing import draw_cards, shuffle_deck
from games.duel.ending import end_match, match_winner
from games.duel.refusals import refusal
from games.duel.telling import DuelOver, Telling
from games.duel.turns import begin_turn
from schemas.duel import DuelBegan, DuelEnded, ExchangeChosen, HandExchanged, Mulligan

START_CARDS = 6


def begin_match(telling: Telling) -> None:
    """The start player is drawn by lot (R2.2)."""
    assert telling.dice is not None, "a match begins with dice"
    begin_duel(telling, telling.dice.below("duel/start", 2))


def begin_duel(telling: Telling, start: int) -> None:
    sides = telling.state.sides
    telling.tell(
        DuelBegan(
            telling.state.number + 1,
            start,
            tuple(side.leader for side in sides),
            tuple(side.inquisitor for side in sides),
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
        begin_duel(telling, 1 - ended.winner)
    except DuelOver:
        raise AssertionError("a game can't be over before it has begun") from None
