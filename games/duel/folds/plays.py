"""Cards put down, activated, bluffed, loaded and landed, and how they count (R7.3, R8.7)."""

from msgspec.structs import replace

from games.duel.cards import CARDS
from games.duel.folds.changes import with_side, with_turn
from games.duel.folds.table import Folds
from games.duel.zones import cards_of, discarded, out_of_hand, out_of_load, pile_of, without
from schemas.duel.events import (
    BluffPutDown,
    CardActivated,
    CardCancelled,
    CardLoaded,
    CardPutDown,
    CombatCovered,
    ShipLanded,
)
from schemas.duel.state import Bluff, DuelState, Laid, Side, Turn, Vessel
from schemas.duel.terms import CardId


def _card_put_down(state: DuelState, event: CardPutDown) -> DuelState:
    side = _from(state.sides[event.seat], event.card, event.source)
    laid = Laid(
        event.seat,
        event.card,
        event.source,
        event.way,
        event.use_text,
        event.stops,
        event.covers,
    )
    return replace(with_side(state, side), laid=(*state.laid, laid))


def _from(side: Side, card: CardId, source: CardId) -> Side:
    if source == "hand":
        return out_of_hand(side, card)
    if source == "deck":
        return replace(side, deck=without(side.deck, card))
    return out_of_load(side, card)


def _card_cancelled(state: DuelState, event: CardCancelled) -> DuelState:
    laid = state.laid[-1]
    assert laid.card == event.card, "the card put down last is cancelled first (R26.5)"
    state = replace(state, laid=state.laid[:-1])
    return with_side(state, discarded(state.sides[event.seat], (event.card,)))


def _combat_covered(state: DuelState, event: CombatCovered) -> DuelState:
    side = state.sides[event.seat]
    return with_side(state, replace(side, active=(), covered=side.covered + event.cards))


def _card_activated(state: DuelState, event: CardActivated) -> DuelState:
    laid = state.laid[-1]
    assert laid.card == event.card, "the card put down last becomes active first"
    state = replace(state, laid=state.laid[:-1])
    side = state.sides[event.seat]
    card = event.card
    match CARDS[card].type:
        case "character" | "booster":
            side = replace(side, active=(*side.active, card))
        case "support":
            side = replace(side, support=(*side.support, card))
        case "ship" | "hyla":
            side = replace(side, influence=(*side.influence, Vessel(card)))
        case "achievement":
            side = replace(side, achievements=(*side.achievements, card))
        case _:
            side = replace(side, leadership=pile_of((*cards_of(side.leadership), card)))
    state = with_side(state, side)
    if laid.seat != state.turn.seat:
        return state
    return replace(state, turn=_counted(state.turn, laid))


def _counted(turn: Turn, laid: Laid) -> Turn:
    """What the turn remembers of a card that was played (R7.3, R8.7, R28.9, R30.4)."""
    kind = CARDS[laid.card].type
    turn = replace(turn, played=turn.played + 1, stopped=turn.stopped or laid.stops)
    if kind not in ("character", "booster", "support"):
        return replace(
            turn,
            acted=turn.acted or laid.way == "action",
            leadership=laid.card if kind == "leadership" else turn.leadership,
            pair=None,
        )
    counts = laid.way in ("regular", "extra")
    turn = replace(
        turn,
        pair=None if laid.way == "pair" else laid.card,
        granted=None,
        source=laid.source,
        hand_plays=turn.hand_plays + (laid.source == "hand"),
        into_combat=turn.into_combat + (kind != "support"),
    )
    if kind == "character":
        used = turn.regular_used or laid.way in ("regular", "gang")
        return replace(turn, characters=turn.characters + 1, regular_used=used)
    if kind == "booster":
        return replace(turn, boosters=turn.boosters + counts, booster_played=True)
    return replace(turn, supports=turn.supports + counts, support_played=True)


def _bluff_put_down(state: DuelState, event: BluffPutDown) -> DuelState:
    side = _from(state.sides[event.seat], event.card, event.source)
    bluff = Bluff(event.seat, event.handle, event.card)
    side = replace(side, bluffs=(*side.bluffs, bluff), bluffs_made=side.bluffs_made + 1)
    turn = state.turn
    turn = replace(
        turn,
        played=turn.played + 1,
        supports=turn.supports + (event.way in ("regular", "extra")),
        support_played=True,
        pair=None,
        granted=None,
        source=event.source,
        hand_plays=turn.hand_plays + (event.source == "hand"),
    )
    return replace(with_side(state, side), turn=turn)


def _card_loaded(state: DuelState, event: CardLoaded) -> DuelState:
    side = _from(state.sides[event.seat], event.card, event.source)
    influence = tuple(
        Vessel(vessel.card, (*vessel.load, event.card)) if vessel.card == event.ship else vessel
        for vessel in side.influence
    )
    state = with_side(state, replace(side, influence=influence))
    if not event.counts:
        return state
    return with_turn(
        state,
        played=state.turn.played + 1,
        supports=state.turn.supports + 1,
        support_played=True,
        pair=None,
    )


def _ship_landed(state: DuelState, event: ShipLanded) -> DuelState:
    side = state.sides[event.seat]
    landing = tuple(vessel for vessel in side.influence if vessel.card == event.ship)
    rest = tuple(vessel for vessel in side.influence if vessel.card != event.ship)
    side = replace(side, influence=rest, landed=side.landed + landing)
    return with_turn(with_side(state, side), landed=True)


FOLDS: Folds = {
    CardPutDown: _card_put_down,
    CardCancelled: _card_cancelled,
    CombatCovered: _combat_covered,
    CardActivated: _card_activated,
    BluffPutDown: _bluff_put_down,
    CardLoaded: _card_loaded,
    ShipLanded: _ship_landed,
}
