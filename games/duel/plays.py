"""Judges whether a card may be put down now, and how. It is not on the table yet (R18.2, R18.3).

The result is a permit or the code of a refusal, so the list of legal actions and the decision use
the same judgement.
"""

from typing import NamedTuple, cast

from games.duel.cards import CARDS
from games.duel.conditions import holds
from games.duel.effects import (
    ExtraPlay,
    GrantIcon,
    KeepCombatActive,
    PlayOnlyIf,
    Ship,
    WaiveCondition,
)
from games.duel.phases import needs_no_character, why_not_reach
from games.duel.prohibitions import NO_LIMIT, forbidding_text, forbids_loading, limit_reached
from games.duel.reading import ACTION_TYPES, FIGHT_TYPES, NO_ICONS, Reading
from games.duel.refusals import DuelCode
from games.duel.zones import carrier_of, vessel_of
from schemas.duel.state import Turn
from schemas.duel.terms import CardId, CardType, Icon, Phase, Way

BLUFF_ICONS: frozenset[Icon] = frozenset(("bluff_fire", "bluff_earth", "bluff_none"))
_FREE: frozenset[Icon] = frozenset(("free",))
_GANGS: frozenset[Icon] = frozenset(("gang_cool", "gang_top", "gang_fun", "gang_no"))
_COMPANY: frozenset[Icon] = _GANGS | {"free", "pair"}


class Permit(NamedTuple):
    phase: Phase
    source: CardId
    way: Way
    stops: bool = False
    covers: bool = False
    waives: CardId | None = None
    """The text that lets a mutant do without its condition (R23.6)."""


def judge_play(
    reading: Reading, seat: int, card: CardId, *, use_text: bool, cover: bool = False
) -> Permit | DuelCode:
    """Judge a card that is put down face up, and with `cover` one that does not join its gang."""
    key = ("play", seat, card, use_text, cover)
    return reading.once(
        key, lambda: _judge_play(reading, seat, card, use_text=use_text, cover=cover)
    )


def _judge_play(
    reading: Reading, seat: int, card: CardId, *, use_text: bool, cover: bool
) -> Permit | DuelCode:
    side = reading.side(seat)
    carrier = None if card in side.hand else carrier_of(side, card)
    if card not in side.hand and carrier is None:
        return "card_not_available"
    facts = CARDS[card]
    if not use_text and not may_be_left_unused(card):
        return "not_optional"
    if facts.type in ACTION_TYPES:
        return _judge_action(reading, seat, card)
    if facts.type in FIGHT_TYPES:
        source = carrier.card if carrier else "hand"
        return _judge_fight_card(reading, seat, card, source, use_text=use_text, cover=cover)
    return "not_playable"


def may_be_left_unused(card: CardId) -> bool:
    """Whether the text is optional and works while the card is played (R29.3)."""
    effect = CARDS[card].effect
    return effect is not None and effect.optional is True and effect.when in ("now", "on_play")


def _judge_action(reading: Reading, seat: int, card: CardId) -> Permit | DuelCode:
    turn = reading.state.turn
    facts = CARDS[card]
    if reason := why_not_reach(reading, "action"):
        return reason
    if turn.acted:
        return "action_limit"
    if reason := why_not_lay_action(reading, seat, card):
        return reason
    if facts.type == "achievement" and not reading.dragons_of(seat):
        return "dragon_required"
    stops = "stop" in reading.standing(seat, card, active=False).icons
    return Permit("action", "hand", "action", stops)


def why_not_lay_action(reading: Reading, seat: int, card: CardId) -> DuelCode | None:
    """Why an action card can't be played, by whatever text or rule."""
    kind = CARDS[card].type
    if forbidding_text(reading, seat, card, kind):
        return "forbidden_by_text"
    if limit_reached(reading, seat, kind):
        return "play_limit_reached"
    return None


def _judge_fight_card(  # noqa: PLR0913 - which card, from where, and how
    reading: Reading, seat: int, card: CardId, source: CardId, *, use_text: bool, cover: bool
) -> Permit | DuelCode:
    turn = reading.state.turn
    kind = CARDS[card].type
    phase: Phase = "character" if kind == "character" else "booster_support"
    if reason := _why_not_lay_fight_card(reading, seat, card, kind, phase, source):
        return reason
    standing = reading.standing_with(seat, card, _granted(reading, seat, card, use_text=use_text))
    if kind == "character" and turn.stopped:
        return "stopped"
    waives = None
    effect = CARDS[card].effect
    if (
        isinstance(effect, PlayOnlyIf)
        and standing.text
        and not holds(reading, seat, effect.condition)
    ):
        waives = _waiving_text(reading, seat, card)
        if waives is None:
            return "condition_not_met"
    keeps = use_text and isinstance(effect, KeepCombatActive) and standing.text
    keeps = keeps or needs_no_character(reading, seat)
    joins = joined_gang(reading, seat, standing.icons) is not None
    if cover:
        if keeps or not joins or turn.characters:
            return "no_gang_to_cover"
        joins = False
    if kind == "character":
        way = _character_way(reading, seat, card, standing.icons, joins=joins)
    else:
        way = _booster_support_way(reading, seat, card, kind, standing.icons)
    if way not in ("regular", "free", "pair", "gang", "extra"):
        return cast(DuelCode, way)
    if source == "hand" and not _may_come_from_hand(reading, seat, way):
        return "only_from_landed_ship"
    covers = kind == "character" and turn.characters == 0 and not joins and not keeps
    return Permit(phase, source, cast(Way, way), "stop" in standing.icons, covers, waives)


def _why_not_lay_fight_card(  # noqa: PLR0913, PLR0917 - which card, as what, when, from where
    reading: Reading, seat: int, card: CardId, kind: CardType, phase: Phase, source: CardId
) -> DuelCode | None:
    if reason := why_not_reach(reading, phase):
        return reason
    if source == "hand" and reading.state.turn.landed and not _hand_plays(reading, seat):
        return "only_from_landed_ship"
    if forbidding_text(reading, seat, card, kind):
        return "forbidden_by_text"
    if limit_reached(reading, seat, kind):
        return "play_limit_reached"
    return None


def _granted(reading: Reading, seat: int, card: CardId, *, use_text: bool) -> frozenset[Icon]:
    """FREE by a text: one played before (R32.1), or its own under a condition (R32.16)."""
    if granting_text(reading, seat):
        return _FREE
    effect = CARDS[card].effect
    if (
        use_text
        and isinstance(effect, GrantIcon)
        and effect.to == "self"
        and reading.text_works(seat, card)
        and (effect.condition is None or holds(reading, seat, effect.condition))
    ):
        return _FREE
    return NO_ICONS


def granting_text(reading: Reading, seat: int) -> CardId | None:
    """The text that makes the next fight card FREE, if it is still in force."""
    card = reading.state.turn.granted
    if card is None or all(text != card for text, _ in reading.texts(seat)):
        return None
    return card


def _waiving_text(reading: Reading, seat: int, card: CardId) -> CardId | None:
    if CARDS[card].people != "mutant":
        return None
    for text, effect in reading.texts_of_kind(seat, WaiveCondition):
        if reading.state.turn.waived < effect.count:
            return text
    return None


def joined_gang(reading: Reading, seat: int, icons: frozenset[Icon]) -> Icon | None:
    """The gang of all active combat cards, if a card with these icons may join it (R22.20)."""
    active = reading.side(seat).active
    shared = icons & _GANGS if active else NO_ICONS
    if not shared:
        return None
    for card in active:
        if CARDS[card].type != "character":
            return None
        shared &= reading.standing(seat, card, active=True).icons
    return next(iter(shared), None)


def might_cover(reading: Reading, card: CardId) -> bool:
    """R22.21: GANG is a permission. Under duel/1 a member always joined its gang."""
    return (
        reading.state.follows("gang-may-cover")
        and card in CARDS
        and not _GANGS.isdisjoint(CARDS[card].icons)
    )


def might_join(turn: Turn, card: CardId) -> bool:
    """After the regular character, only an icon or a text allows another one (R7.3)."""
    if not turn.regular_used or turn.granted is not None:
        return True
    facts = CARDS[card]
    return not _COMPANY.isdisjoint(facts.icons) or isinstance(facts.effect, GrantIcon)


def _is_second_of_pair(reading: Reading, seat: int, card: CardId, icons: frozenset[Icon]) -> bool:
    """R22.15 to R22.17."""
    first = reading.state.turn.pair
    if first is None or "pair" not in icons:
        return False
    if CARDS[first].name.split()[0] != CARDS[card].name.split()[0]:
        return False
    return "pair" in reading.standing(seat, first, active=True).icons


def _character_way(
    reading: Reading, seat: int, card: CardId, icons: frozenset[Icon], *, joins: bool
) -> Way | DuelCode:
    """R7.3."""
    if "free" in icons:
        return "free"
    if _is_second_of_pair(reading, seat, card, icons):
        return "pair"
    if joins:
        return "gang"
    return "character_limit" if reading.state.turn.regular_used else "regular"


def _booster_support_way(
    reading: Reading, seat: int, card: CardId, kind: CardType, icons: frozenset[Icon]
) -> Way | DuelCode:
    """R8.4 to R8.7. After STOP only extra plays are left, and everything counts (R22.5)."""
    if not reading.state.turn.stopped:
        if "free" in icons:
            return "free"
        if _is_second_of_pair(reading, seat, card, icons):
            return "pair"
    return counted_way(reading, seat, kind)


def counted_way(reading: Reading, seat: int, kind: CardType) -> Way | DuelCode:
    """How a booster or support that counts is played: regular, extra, or a refusal."""
    turn = reading.state.turn
    over_before = _over(reading, seat, turn.boosters, turn.supports)
    over = _over(
        reading, seat, turn.boosters + (kind == "booster"), turn.supports + (kind == "support")
    )
    if over == over_before:
        return "extra"
    allowance = 0 if turn.first or turn.stopped else 1
    if over <= allowance:
        return "regular"
    if turn.stopped:
        return "stopped"
    return "first_turn" if turn.first else "booster_support_limit"


def _over(reading: Reading, seat: int, boosters: int, supports: int) -> int:
    """How many plays are beyond the extra ones."""
    extra = {"booster": 0, "support": 0}
    for _, effect in reading.texts_of_kind(seat, ExtraPlay):
        for kind in effect.cards:
            extra[kind] += NO_LIMIT if effect.count == "any" else effect.count
    return max(0, supports - extra["support"]) + max(0, boosters - extra["booster"])


# Landing


def _hand_plays(reading: Reading, seat: int) -> int:
    """How many fight cards from the hand the text of a landed ship allows (R24.6)."""
    landed = {vessel.card for vessel in reading.side(seat).landed}
    allowed = 0
    for card, effect in reading.texts_of_kind(seat, Ship):
        if card in landed and effect.hand_plays_on_landing is not None:
            plays = effect.hand_plays_on_landing
            allowed = max(allowed, NO_LIMIT if plays == "any" else plays)
    return allowed


def _may_come_from_hand(reading: Reading, seat: int, way: str) -> bool:
    """After a landing few cards may. A pair or gang may use Sea Moon's one play (R24.12)."""
    if not reading.state.turn.landed:
        return True
    allowed, used = _hand_plays(reading, seat), reading.state.turn.hand_plays
    return used < allowed or (used > 0 and allowed > 0 and way in ("pair", "gang"))


# Instead of a support


def judge_bluff(reading: Reading, seat: int, card: CardId) -> Permit | DuelCode:
    """R25.1, R25.2. A bluff is a support with all other properties of the real card."""
    side = reading.side(seat)
    carrier = carrier_of(side, card)
    if card not in side.hand and carrier is None:
        return "card_not_available"
    source = carrier.card if carrier else "hand"
    if CARDS[card].type != "character":
        return "no_bluff_icon"
    reason = _why_not_lay_fight_card(reading, seat, card, "support", "booster_support", source)
    if reason:
        return reason
    granted = _FREE if granting_text(reading, seat) else NO_ICONS
    icons = reading.standing_with(seat, card, granted).icons
    if not icons & BLUFF_ICONS:
        return "no_bluff_icon"
    is_free = "free" in icons and not reading.state.turn.stopped
    way: Way | DuelCode = "free" if is_free else counted_way(reading, seat, "support")
    if way not in ("regular", "free", "extra"):
        return cast(DuelCode, way)
    if source == "hand" and not _may_come_from_hand(reading, seat, way):
        return "only_from_landed_ship"
    return Permit("booster_support", source, cast(Way, way))


def judge_load(reading: Reading, seat: int, card: CardId, ship: CardId) -> Permit | DuelCode:
    """R24.2 to R24.4."""
    side = reading.side(seat)
    if card not in side.hand:
        return "not_in_hand"
    if CARDS[card].type not in FIGHT_TYPES:
        return "not_loadable"
    if reason := why_not_reach(reading, "booster_support"):
        return reason
    vessel = vessel_of(side.influence, ship)
    if vessel is None or CARDS[ship].capacity is None:
        return "no_such_ship"
    if len(vessel.load) >= (CARDS[ship].capacity or 0):
        return "ship_full"
    if forbids_loading(reading, seat):
        return "forbidden_by_text"
    if limit_reached(reading, seat, "support"):
        return "play_limit_reached"
    way = counted_way(reading, seat, "support")
    if way not in ("regular", "extra"):
        return cast(DuelCode, way)
    return Permit("booster_support", "hand", cast(Way, way))
