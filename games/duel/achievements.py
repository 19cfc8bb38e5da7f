"""Texts that let achievements be played without a dragon (R27.3)."""

from games.duel.cards import CARDS
from games.duel.effects import PlayAchievement
from games.duel.emitter import Emitter
from games.duel.plays import why_not_lay_action
from games.duel.putting_down import lay_action
from games.duel.reading import Reading
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards, HiddenCards, Way


def carry_out_play_achievement(
    emitter: Emitter, owner: int, card: CardId, effect: PlayAchievement, seat: int
) -> None:
    if emitter.side(seat).hand:
        emitter.ask(
            Decision(
                seat,
                "choose_cards",
                card,
                owner,
                seat,
                hidden=HiddenCards(playable_achievements(emitter.reading, seat)),
                most=effect.count,
            )
        )


def playable_achievements(reading: Reading, seat: int) -> Cards:
    return tuple(
        card
        for card in reading.side(seat).hand
        if CARDS[card].type == "achievement" and not why_not_lay_action(reading, seat, card)
    )


def answer_play_achievement(
    emitter: Emitter, decision: Decision, effect: PlayAchievement, cards: Cards
) -> None:
    """In the action phase it is the action card of the turn, otherwise a play of its own."""
    way: Way = "action" if effect.when == "my_turn" else "text"
    for card in cards:
        lay_action(emitter, decision.by, card, "hand", way)
