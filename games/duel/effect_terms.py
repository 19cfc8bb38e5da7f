"""The small vocabularies that effects are made of.

A field whose default is None, empty or False has no meaning on cards that omit it.
"""

from typing import Literal

from msgspec import Struct

from schemas.duel.terms import CardType, Element

Rank = Literal["must", "ignore", "may_not", "other"]
"""Which of two colliding texts wins: the earlier in this list (R31.1). No known card has
`must` (R31.2)."""

When = Literal[
    "continuous",
    "this_turn",
    "now",
    "on_play",
    "on_landing",
    "start_of_turn",
    "my_turn",
    "after_booster_support",
    "end_of_turn",
    "after_turn",
    "reaction",
    "setup",
]
"""When a text works or is carried out. `now` is the moment its card becomes active, `on_play` is
earlier: while the card is being put down (R3.7, R18.1)."""

Who = Literal["me", "opponent", "both"]
"""Seen from the owner of the text, who is `me`."""

Order = Literal["opponent_first"]
"""What both players do, the opponent does first (R29.7)."""

CardTypes = tuple[CardType, ...]
AnyCard = Literal["any"]

Exempt = Literal[
    "flit_characters",
    "protected",
    "active_protected",
    "last_active_character",
    "one_active_character",
    "card:flit-07",
    "card:khind-27",
    "card:vulca-32",
]
"""What a text leaves alone. `protected` is an icon that is not ignored, on an active card or not
(R19.7); of `one_active_character` the text's owner says which one (R32.13)."""

Metric = Literal[
    "opponent_dragons",
    "opponent_hand_minus_mine",
    "opponent_area_cards",
    "my_area_cards",
    "opponent_active_cards",
    "opponent_active_characters",
    "opponent_active_boosters",
    "opponent_active_supports",
    "opponent_active_cards_with_icons",
    "opponent_active_cards_with_free_icon",
    "opponent_active_hyla",
    "opponent_power",
    "my_influence_cards",
    "my_active_storms",
    "my_active_floods",
    "played_from_landed_ship",
]
"""What a condition looks at. Area cards are active or covered (R1.7), landed ships are not
influence cards (R24.13), and Storms and Floods count only with their text in force."""


class Having(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Which cards are meant, by what they show. `text` and `icon="any"` look at what is printed,
    ignored or not (R30.2); `icon="free"` needs a working one (R32.10)."""

    text: bool | None = None
    icon: Literal["any", "free"] | None = None
    printed_value_over: int | None = None


class Condition(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Compares a number with a bound. Without a bound the metric is itself true or false."""

    metric: Metric
    at_least: int | None = None
    at_most: int | None = None
    element: Element | None = None
    """The fight must be in this element, and there must be one."""
    cards: CardTypes = ()


class Cost(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Cards from the payer's own hand: all of it or nothing, and none superfluous (R28.3, R28.4).

    Fire and earth are printed values (R28.6).
    """

    fire: int | None = None
    earth: int | None = None
    distinct_cards: bool = False
    """No card counts for fire and for earth."""
    either: int | None = None
    """All in one element of the payer's choice."""
    characters: int | None = None
    leadership: int | None = None
    hyla: int | None = None
    achievement: int | None = None
    moons: int | None = None
    any_of: "tuple[Cost, ...]" = ()
    """The payer picks one of these."""


class AfterDrawing(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What follows if at least one card was drawn (R29.17)."""

    discard_from_drawn: int | None = None
    shuffle_back_from_hand: int | None = None


class AfterRecycling(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What follows when the cards are back in the draw deck."""

    draw: int
