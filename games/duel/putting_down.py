"""Putting cards down and activating them, in four steps (R18.1)."""

from msgspec import UnsetType

from games.duel.cards import CARDS
from games.duel.effect_terms import Who
from games.duel.effects import Effect, GrantIcon, PlayOnlyIf
from games.duel.emitter import Emitter
from games.duel.interventions import open_window
from games.duel.plays import Permit, judge_bluff, judge_load, judge_play, might_cover
from games.duel.refusals import DuelCode, refusal
from games.duel.turns import reach
from schemas.duel.actions import LoadShip, PlayBluff, PlayCard
from schemas.duel.events import (
    BluffPutDown,
    CardActivated,
    CardLoaded,
    CardPutDown,
    CardsDiscarded,
    CombatCovered,
    ConditionWaived,
    ElementChanged,
    IconGranted,
)
from schemas.duel.state import Decision, Step
from schemas.duel.terms import CardId, Element, Way


def play_card(emitter: Emitter, seat: int, action: PlayCard) -> None:
    if not isinstance(action.cover, UnsetType) and not might_cover(emitter.reading, action.card):
        raise refusal("no_gang_to_cover", card=action.card)
    judged = judge_play(
        emitter.reading,
        seat,
        action.card,
        use_text=action.use_text,
        cover=action.cover is True,
    )
    permit = _permitted(judged, action.card)
    reach(emitter, permit.phase)
    if permit.phase == "action":
        lay_action(
            emitter, seat, action.card, "hand", "action", action.use_text, stops=permit.stops
        )
        return
    if permit.waives:
        emitter.emit(ConditionWaived(seat, action.card))
    emitter.emit(
        CardPutDown(
            seat,
            action.card,
            permit.source,
            permit.way,
            action.use_text,
            permit.stops,
            permit.covers,
        )
    )
    activate(emitter)


def lay_action(  # noqa: PLR0913, PLR0917 - whose card, from where, and how
    emitter: Emitter,
    seat: int,
    card: CardId,
    source: CardId,
    way: Way,
    use_text: bool = True,
    *,
    stops: bool = False,
) -> None:
    """Put an action card down; the opponent may intervene before it works."""
    emitter.emit(CardPutDown(seat, card, source, way, use_text, stops))
    emitter.agenda.insert(0, Step("activate", seat, card=card))
    open_window(emitter, 1 - seat, "opponent_plays_action")


def _permitted(judged: Permit | DuelCode, card: CardId) -> Permit:
    if isinstance(judged, str):
        raise refusal(judged, card=card)
    return judged


def activate(emitter: Emitter) -> None:
    """Steps 3 and 4: cover, then let the card work."""
    laid = emitter.state.laid[-1]
    seat, card = laid.seat, laid.card
    side = emitter.side(seat)
    if laid.covers and side.active:
        emitter.emit(CombatCovered(seat, side.active))
    if CARDS[card].type == "hyla":
        _drive_out_hyla(emitter)
    emitter.emit(CardActivated(seat, card))
    if CARDS[card].type == "achievement":
        clash_of_achievements(emitter)
    effect = CARDS[card].effect
    if effect is None or not emitter.reading.standing(seat, card, active=True).text:
        return
    if isinstance(effect, PlayOnlyIf):
        _change_element(emitter, card, effect)
    elif isinstance(effect, GrantIcon) and effect.to == "next_played":
        emitter.emit(IconGranted(seat, card))
    elif effect.when == "now" and laid.use_text:
        emitter.agenda[:0] = steps_of(effect, seat, card)


def steps_of(effect: Effect, owner: int, card: CardId) -> list[Step]:
    """One step for each seat that a text affects; the opponent comes first (R29.7)."""
    who: Who = getattr(effect, "whose", getattr(effect, "who", "me"))
    both = [1 - owner, owner]
    seats = both if who == "both" else [owner if who == "me" else 1 - owner]
    return [Step("carry_out", seat, owner, card) for seat in seats]


def _change_element(emitter: Emitter, card: CardId, effect: PlayOnlyIf) -> None:
    """Change the element at once, but not before there is one (R23.3, R23.4)."""
    element = emitter.state.element
    if element is None:
        return
    changed: Element = "earth" if element == "fire" else "fire"
    if effect.element_change != "swap":
        changed = effect.element_change
    if changed != element:
        emitter.emit(ElementChanged(changed, card))


def _drive_out_hyla(emitter: Emitter) -> None:
    """R27.1. Under duel/1 there was one hyla for both seats."""
    own = emitter.state.laid[-1].seat
    for side in emitter.state.sides:
        if side.seat != own and emitter.state.follows("hyla-per-player"):
            continue
        for vessel in side.influence:
            if CARDS[vessel.card].type == "hyla":
                emitter.emit(CardsDiscarded(side.seat, (vessel.card,), "table"))


def clash_of_achievements(emitter: Emitter) -> None:
    """Each discards one as soon as both have one; the owner chooses which (R27.4)."""
    sides = emitter.state.sides
    if not all(side.achievements for side in sides):
        return
    for side in sides:
        if len(side.achievements) == 1:
            emitter.emit(CardsDiscarded(side.seat, side.achievements, "table"))
    for side in sides:
        if len(side.achievements) > 1:
            emitter.ask(
                Decision(
                    side.seat,
                    "choose_cards",
                    "achievements_clash",
                    side.seat,
                    side.seat,
                    cards=side.achievements,
                    least=1,
                    most=1,
                )
            )


# Instead of a support


def play_bluff(emitter: Emitter, seat: int, action: PlayBluff) -> None:
    permit = _permitted(judge_bluff(emitter.reading, seat, action.card), action.card)
    reach(emitter, permit.phase)
    handle = f"facedown-{emitter.side(seat).bluffs_made + 1}"
    emitter.emit(BluffPutDown(seat, handle, action.card, permit.source, permit.way))


def load_ship(emitter: Emitter, seat: int, action: LoadShip) -> None:
    permit = _permitted(judge_load(emitter.reading, seat, action.card, action.ship), action.card)
    reach(emitter, permit.phase)
    emitter.emit(CardLoaded(seat, action.card, action.ship, "hand", counts=True, way=permit.way))
