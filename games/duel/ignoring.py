"""Ignoring and PROTECTED (R19): which ignoring texts are in force, and what they leave of a card.

Texts that ignore can ignore each other. A text is in force unless a text that is in force ignores
it. Starting from the texts that no other text ignores, this settles all cases except two. Texts
that void each other do nothing. And a text that lasts for one turn and would break a cycle is
judged by the position without it: what was in force before it was played stays in force (R19.10).
"""

from typing import NamedTuple

from games.duel.card import Card
from games.duel.cards import CARDS
from games.duel.effects import Ignore
from schemas.duel.terms import CardId, CardType, Icon

NO_ICONS: frozenset[Icon] = frozenset()


class Standing(NamedTuple):
    """What is left of a card."""

    ignored: bool
    """As a whole: values, icons and text."""
    text: bool
    """The text, if it has one, is not ignored."""
    icons: frozenset[Icon]
    """The icons that work."""
    safe: bool
    """Texts of the opponent do not affect it (R19.5)."""


class IgnoringText(NamedTuple):
    seat: int
    card: CardId
    effect: Ignore


def in_force(texts: list[IgnoringText]) -> tuple[IgnoringText, ...]:
    """Return those ignoring texts of active cards that are in force (R19.10)."""
    lasting = [text for text in texts if text.effect.when == "continuous"]
    passing = [text for text in texts if text.effect.when != "continuous"]
    working = _settled(lasting, [])
    if passing:
        passing = [text for text in passing if not any(_silences(t, text) for t in working)]
        working = [*_settled(lasting, passing), *passing]
    return tuple(working)


def _settled(texts: list[IgnoringText], fixed: list[IgnoringText]) -> list[IgnoringText]:
    working: list[IgnoringText] = []
    unsettled = texts
    while unsettled:
        left = []
        for text in unsettled:
            if any(_silences(other, text) for other in (*fixed, *working)):
                continue
            doubtful = [
                other
                for other in unsettled
                if other is not text and (_silences(other, text) or _voids(other, text))
            ]
            if doubtful:
                left.append(text)
            else:
                working.append(text)
        if len(left) == len(unsettled):
            # No text can be settled any more: texts that void each other do nothing.
            left = [text for text in left if not any(_voids(other, text) for other in left)]
            assert len(left) < len(unsettled), "lasting texts ignore each other only by voiding"
        unsettled = left
    return working


def _silences(text: IgnoringText, other: IgnoringText) -> bool:
    """Whether the first text, if it is in force, makes the other one ignored."""
    if text.seat == other.seat or text.effect.what == "icons":
        return False
    card = CARDS[other.card]
    return _covers(text.effect, card, card.type, frozenset(card.icons), shows=bool(card.icons))


def _voids(text: IgnoringText, other: IgnoringText) -> bool:
    return text.seat != other.seat and other.effect.void_if_opposed_by == text.card


def standing_of(
    card: Card,
    kind: CardType,
    opposing: tuple[Ignore, ...],
    *,
    active: bool,
    granted: frozenset[Icon] = NO_ICONS,
) -> Standing:
    """What the opponent's ignoring texts leave of a card (R19.11).

    `kind` is the card's type, except that a bluff is a support (R25.2).
    """
    if not opposing and not granted:
        return _untouched(card, active=active)
    shown = icons_of(card) | granted
    if not opposing:
        return Standing(False, True, shown, active and "protected" in shown)
    icons, safe = _icons_left(shown, opposing, active=active)
    if safe:
        return Standing(False, True, icons, True)
    ignored = text = False
    for effect in opposing:
        if effect.what != "icons" and _covers(effect, card, kind, icons, shows=bool(shown)):
            text = True
            ignored = ignored or effect.what == "card"
    return Standing(ignored, not text, NO_ICONS if ignored else icons, False)


def _untouched(card: Card, *, active: bool) -> Standing:
    """The usual case: no text ignores the card."""
    key = (card.id, active)
    standing = _UNTOUCHED.get(key)
    if standing is None:
        icons = icons_of(card)
        standing = _UNTOUCHED[key] = Standing(False, True, icons, active and "protected" in icons)
    return standing


_UNTOUCHED: dict[tuple[CardId, bool], Standing] = {}


def _icons_left(
    shown: frozenset[Icon], opposing: tuple[Ignore, ...], *, active: bool
) -> tuple[frozenset[Icon], bool]:
    """The icons that are not ignored by themselves, and whether they keep the card safe."""
    icons = shown
    for effect in opposing:
        if effect.what == "icons" and effect.pierces_protected:
            icons &= frozenset(effect.keep_icons)
    if active and "protected" in icons:
        return icons, True
    for effect in opposing:
        if effect.what == "icons" and not effect.pierces_protected:
            icons &= frozenset(effect.keep_icons)
    return icons, False


def ignored_by(
    card: Card, kind: CardType, opposing: tuple[IgnoringText, ...]
) -> list[IgnoringText]:
    """The texts that ignore an active card, its text or its icons."""
    shown = icons_of(card)
    icons, safe = _icons_left(shown, tuple(text.effect for text in opposing), active=True)
    taking = []
    for text in opposing:
        effect = text.effect
        if effect.what == "icons":
            reaches = effect.pierces_protected or not safe
            takes = reaches and not shown <= frozenset(effect.keep_icons)
        else:
            takes = not safe and _covers(effect, card, kind, icons, shows=bool(shown))
        if takes:
            taking.append(text)
    return taking


def ignores_bluffs(effect: Ignore) -> bool:
    """Whether a text ignores bluffs: supports with an icon that can't be ignored (R25.4)."""
    return (
        effect.what == "card"
        and (effect.cards == "any" or "support" in effect.cards)
        and (effect.having is None or effect.having.icon == "any")
    )


def _covers(
    effect: Ignore, card: Card, kind: CardType, icons: frozenset[Icon], *, shows: bool
) -> bool:
    if effect.cards != "any" and kind not in effect.cards:
        return False
    if effect.having is not None and effect.having.icon == "any" and not shows:
        return False
    for exempt in effect.exempt:
        if exempt == "flit_characters":
            if card.people == "flit" and kind == "character":
                return False
        elif exempt == "protected":
            if "protected" in icons:
                return False
        elif exempt == f"card:{card.id}":
            return False
    return True


_ICONS: dict[CardId, frozenset[Icon]] = {}


def icons_of(card: Card) -> frozenset[Icon]:
    """The icons a card shows."""
    icons = _ICONS.get(card.id)
    if icons is None:
        icons = _ICONS[card.id] = frozenset(card.icons)
    return icons
