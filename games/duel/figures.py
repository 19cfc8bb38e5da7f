"""Figures for viewers, derived from public information."""

from games.duel.cards import CARDS
from games.duel.demands import demands_on, doubled_caterpillar, is_demand_met, unmet
from games.duel.dragons import DRAGONS, reward
from games.duel.ending import crystals_won
from games.duel.ignoring import ignored_by
from games.duel.reading import Reading
from games.duel.reasons import lifting_reasons, power_lines
from games.duel.values import (
    AT,
    announceable,
    highest_power,
    is_shielded,
    open_elements,
    present_power,
)
from schemas.duel.figures import (
    CardStanding,
    DemandFigures,
    DuelFigures,
    SeatFigures,
    ToBeat,
)
from schemas.duel.state import DuelState
from schemas.duel.terms import CardId


def figures(state: DuelState) -> DuelFigures:
    """Return the figures of a state, which may be redacted: no hidden field is read."""
    reading = Reading(state)
    return DuelFigures(
        seats=tuple(_seat(reading, side.seat) for side in state.sides),
        to_beat=_to_beat(reading) if state.stage == "turn" and not state.over else (),
    )


def _seat(reading: Reading, seat: int) -> SeatFigures:
    state = reading.state
    lines = power_lines(reading, seat)
    sums = sum(line.fire for line in lines), sum(line.earth for line in lines)
    gained = reward(reading, seat) if state.fight else None
    to_move = state.turn.seat == seat
    demanded = 0 if to_move or gained is None else len(unmet(reading, 1 - seat, "dragon"))
    return SeatFigures(
        seat=seat,
        fire=present_power(reading, seat, "fire"),
        earth=present_power(reading, seat, "earth"),
        highest_fire=highest_power(reading, seat, "fire"),
        highest_earth=highest_power(reading, seat, "earth"),
        lines=lines,
        raised=lifting_reasons(reading, seat, sums),
        shields=tuple(element for element in AT if is_shielded(reading, seat, element)),
        cards=tuple(_standing(reading, seat, card) for card in reading.active_cards(seat)),
        bluffs_ignored=reading.bluffs_ignored(seat),
        demands=_demands(reading, seat) if to_move else (),
        reward=gained,
        demanded=demanded,
        wins_game=reading.dragons_of(seat) + (gained or 0) + demanded > DRAGONS,
        crystals=crystals_won(state, seat, "no_cards"),
    )


def _standing(reading: Reading, seat: int, card: CardId) -> CardStanding:
    facts = CARDS[card]
    standing = reading.standing(seat, card, active=True)
    by = ignored_by(facts, facts.type, reading.ignoring_texts(1 - seat))
    return CardStanding(
        card=card,
        ignored=standing.ignored,
        text_works=standing.text if facts.has_text else None,
        icons=tuple(icon for icon in facts.icons if icon in standing.icons),
        protected=standing.safe,
        by=tuple(text.card for text in by),
    )


def _demands(reading: Reading, seat: int) -> tuple[DemandFigures, ...]:
    twice = doubled_caterpillar(reading, 1 - seat)
    return tuple(
        DemandFigures(
            demand.card,
            demand.effect.or_else,
            demand.card == twice,
            is_demand_met(reading, seat, demand),
        )
        for demand in demands_on(reading, seat)
    )


def _to_beat(reading: Reading) -> tuple[ToBeat, ...]:
    seat = reading.state.turn.seat
    reached = announceable(reading, seat)
    return tuple(
        ToBeat(
            element=element,
            value=present_power(reading, 1 - seat, element),
            highest=highest_power(reading, seat, element),
            shielded=is_shielded(reading, seat, element),
            reached=element in reached,
        )
        for element in open_elements(reading)
    )
