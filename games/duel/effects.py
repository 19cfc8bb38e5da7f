"""What card texts do: one record per kind, so that rules can match on them and miss none.

Every effect has `when`, `rank` and `optional`. `optional` is None where nothing is decided, False
where the text must be followed and True where its owner may decline. A default that is not None,
False or empty is what all cards of the kind have in common.
"""

from typing import Literal, dataclass_transform

from msgspec import Struct, field

from games.duel.effect_terms import (
    AfterDrawing,
    AfterRecycling,
    AnyCard,
    CardTypes,
    Condition,
    Cost,
    Exempt,
    Having,
    Order,
    Rank,
    When,
    Who,
)
from schemas.duel.terms import CardId, Element, Icon
from schemas.record import snake_case


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Text(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
    tag=snake_case,
    rename={"rank": "class", "exempt": "except"},
):
    """What all effects have. `class` and `except` can't be names in Python.

    msgspec does not inherit `kw_only`, so each kind repeats it.
    """

    when: When
    rank: Rank = "other"
    optional: bool | None = None


# Values and power


class BoostValue(Text, kw_only=True):
    """R20.2, R20.3. Raising sets a floor; only `multiply` and `raise_to` have an amount."""

    when: Literal["continuous"] = "continuous"
    target: Literal[
        "one_own_character", "own_characters", "own_supports", "own_boosters", "own_bluffs"
    ]
    element: Literal["fire", "earth", "both"]
    op: Literal["multiply", "raise_to", "raise_to_printed_sum", "raise_to_printed_max"]
    amount: int | None = None


class RaisePower(Text, kw_only=True):
    """A floor under the owner's power (R20.6)."""

    when: Literal["continuous"] = "continuous"
    element: Literal["any", "fire", "earth"]
    to: int


class ZeroPrinted(Text, kw_only=True):
    """Opposing printed numbers of a parity count 0 (R20.1)."""

    when: Literal["continuous"] = "continuous"
    who: Literal["opponent"] = "opponent"
    cards: CardTypes
    parity: Literal["odd", "even"]


class DoubleNumbers(Text, kw_only=True):
    """One own active Caterpillar demands twice as much (R28.11)."""

    when: Literal["continuous"] = "continuous"
    target: Literal["one_own_caterpillar"] = "one_own_caterpillar"


# Switching off


class Ignore(Text, kw_only=True):
    """R19. `what` is the whole card, its text, or its icons except `keep_icons`."""

    when: Literal["continuous", "this_turn"] = "continuous"
    rank: Literal["ignore"] = "ignore"
    who: Literal["opponent"] = "opponent"
    what: Literal["card", "text", "icons"]
    cards: CardTypes | AnyCard
    having: Having | None = None
    exempt: tuple[Exempt, ...] = ()
    keep_icons: tuple[Icon, ...] = ()
    pierces_protected: bool = False
    void_if_opposed_by: CardId | None = None


# Prohibitions


class ForbidPlay(Text, kw_only=True):
    """Such cards may not be put down, even if another text permits it (R30.1 to R30.3)."""

    when: Literal["continuous"] = "continuous"
    rank: Literal["may_not"] = "may_not"
    who: Literal["opponent"] = "opponent"
    cards: CardTypes | AnyCard
    having: Having | None = None


class LimitPlay(Text, kw_only=True):
    """No more than `max` in a turn of the opponent (R30.4 to R30.6)."""

    when: Literal["continuous"] = "continuous"
    rank: Literal["may_not"] = "may_not"
    who: Literal["opponent"] = "opponent"
    scope: Literal["any_card", "combat_area", "active_characters"]
    max: int


class ForbidTake(Text, kw_only=True):
    """Limits what comes to the opponent's hand (R30.9 to R30.13): by the turn, or by
    the size of the hand."""

    when: Literal["continuous"] = "continuous"
    rank: Literal["may_not"] = "may_not"
    who: Literal["opponent"] = "opponent"
    source: Literal["draw_deck", "any", "additional_draws_at_end_of_turn"]
    max_per_turn: int | None = None
    hand_at_least: int | None = None


class ForbidCallBluff(Text, kw_only=True):
    """R32.20."""

    when: Literal["continuous"] = "continuous"
    rank: Literal["may_not"] = "may_not"
    who: Literal["opponent"] = "opponent"


# Dragons


class RetreatDragons(Text, kw_only=True):
    """Changes what the winner gains when a seat retreats (R13.5). `none` has no amount."""

    when: Literal["continuous", "this_turn"] = "continuous"
    rank: Literal["may_not", "other"] = "other"
    if_retreats: Literal["me", "opponent"]
    op: Literal["add", "subtract", "cap", "none"]
    amount: int | None = None


class GainDragon(Text, kw_only=True):
    """The Storms (R28.20)."""

    when: Literal["start_of_turn"] = "start_of_turn"
    optional: bool
    condition: Condition
    dragons: int
    max_per_turn: int


class PayForDragon(Text, kw_only=True):
    """R29.15."""

    when: Literal["now"] = "now"
    optional: bool
    who: Literal["me", "both"]
    order: Order | None = None
    cost: Cost
    dragons: int


# Pressure on the opponent


class Demand(Text, kw_only=True):
    """In each of their turns the opponent pays `cost` or plays a `play`, or else (R28.1)."""

    when: Literal["continuous"] = "continuous"
    who: Literal["opponent"] = "opponent"
    deadline: Literal["end_of_opponent_booster_support"] = "end_of_opponent_booster_support"
    cost: Cost | None = None
    play: Literal["booster", "support"] | None = None
    or_else: Literal["retreat", "dragon"]
    even_if_retreats: bool = False
    """The dragon is due also from a seat that retreats (R28.13)."""
    caterpillar: bool = False


class ForceRetreat(Text, kw_only=True):
    """The Floods (R28.17)."""

    when: Literal["after_turn"] = "after_turn"
    who: Literal["opponent"] = "opponent"
    condition: Condition


# More or easier plays


class ExtraPlay(Text, kw_only=True):
    """More boosters or supports than usual, also in a fight's first turn and after STOP (R8.5)."""

    when: Literal["continuous", "this_turn"] = "continuous"
    who: Literal["me"] = "me"
    cards: CardTypes
    count: int | Literal["any"]


class GrantIcon(Text, kw_only=True):
    """Cards count as showing an icon (R32.1, R32.15, R32.16)."""

    when: Literal["continuous", "this_turn", "on_play"]
    icon: Literal["free", "replace"]
    to: Literal["self", "next_played", "all_own_cards"]
    condition: Condition | None = None
    cards: CardTypes = ()
    count: int | None = None


class PlayOnlyIf(Text, kw_only=True):
    """Mutants: only under a condition, and then the contested element changes (R23)."""

    when: Literal["on_play"] = "on_play"
    condition: Condition
    element_change: Literal["swap", Element]


class WaiveCondition(Text, kw_only=True):
    """R23.6."""

    when: Literal["this_turn"] = "this_turn"
    who: Literal["me"] = "me"
    cards: Literal["mutant"] = "mutant"
    count: int
    phase: Literal["character"] = "character"


class KeepCombatActive(Text, kw_only=True):
    """Older combat cards are not covered (R32.7, R32.22)."""

    when: Literal["on_play", "this_turn"]
    who: Literal["me"] = "me"
    replaces_character: bool
    """No character needs to be played at all."""


class PlayAchievement(Text, kw_only=True):
    """R27.3."""

    when: Literal["now", "my_turn"]
    optional: bool
    phase: Literal["action"] | None = None
    who: Literal["me", "both"]
    order: Order | None = None
    count: int
    dragon_required: bool


class Ship(Text, kw_only=True):
    """R24.10 to R24.12. A ship without text has no effect."""

    when: Literal["now", "on_landing"]
    load_now: int | None = None
    """Number of hand cards that may be loaded when the ship is played."""
    hand_plays_on_landing: int | Literal["any"] | None = None
    """Number of fight cards that may be played from hand in the turn it lands."""


# Moving cards


class Draw(Text, kw_only=True):
    """Draw `count` cards, or up to a hand of `up_to_hand` (R29.10)."""

    when: Literal["now", "after_booster_support", "end_of_turn"]
    optional: bool
    who: Literal["me", "both"]
    order: Order | None = None
    count: int | None = None
    up_to_hand: int | None = None
    up_to: bool = False
    """The owner says how many, up to `count`."""
    source: Literal["discard_pile_shuffled"] | None = None
    """None is the draw deck."""
    additional: bool = False
    """One of the bonus draws that R30.12 forbids."""
    reveal: bool = False
    then: AfterDrawing | None = None


class Search(Text, kw_only=True):
    """R29.11. No `cards` means any."""

    when: Literal["now", "after_booster_support"]
    optional: bool
    who: Literal["me"] = "me"
    source: Literal["draw_deck", "discard_pile"]
    cards: CardTypes = ()
    count: int
    to: Literal["hand", "play_influence_or_load_ship"]
    reveal: bool


class Retrieve(Text, kw_only=True):
    """R29.13."""

    when: Literal["now"] = "now"
    optional: bool
    who: Literal["me"] = "me"
    source: Literal["own_active_cards", "own_combat_area"]
    count: int
    not_self: bool


class Recycle(Text, kw_only=True):
    """R29.12."""

    when: Literal["now"] = "now"
    optional: bool
    whose: Who
    order: Order | None = None
    source: Literal["hand", "discard_pile", "leadership_pile", "combat_and_support_areas"]
    to: Literal["draw_deck_shuffled", "draw_deck_bottom"]
    count: int | Literal["any", "all"]
    exempt: tuple[Exempt, ...] = ()
    reveal: bool = False
    then: AfterRecycling | None = None


class DiscardInPlay(Text, kw_only=True):
    """R29.14. `one_type_only`: all cards of one type in `cards`, which the owner chooses."""

    when: Literal["now", "my_turn"] = "now"
    optional: bool
    whose: Literal["opponent", "both"]
    order: Order | None = None
    cards: CardTypes | AnyCard
    count: int | Literal["all"]
    active_only: bool
    area: Literal["combat"] | None = None
    having: Having | None = None
    exempt: tuple[Exempt, ...] = ()
    condition: Condition | None = None
    one_type_only: bool = False


class DiscardHand(Text, kw_only=True):
    """R29.8, R29.16. `count` cards, or the surplus over `down_to`."""

    when: Literal["now", "end_of_turn"] = "now"
    rank: Literal["may_not", "other"] = "other"
    optional: bool
    whose: Who
    order: Order | None = None
    count: int | Literal["any"] | None = None
    down_to: int | None = None
    chosen_by: Literal["owner", "me_blind"]
    """`owner` is the player who loses the cards."""


class DiscardDeck(Text, kw_only=True):
    """From the top of the opponent's draw deck (R12.1)."""

    when: Literal["end_of_turn"] = "end_of_turn"
    optional: bool
    whose: Literal["opponent"] = "opponent"
    count: int


class RevealHand(Text, kw_only=True):
    """R29.9."""

    when: Literal["now"] = "now"
    optional: bool
    whose: Literal["opponent"] = "opponent"


# Interventions and deck building


class Cancel(Text, kw_only=True):
    """An intervention (R26). `void_card` is None if it is not known what happens to the card."""

    when: Literal["reaction"] = "reaction"
    trigger: Literal[
        "opponent_plays_action", "opponent_plays_intervention", "opponent_announced_power"
    ]
    void_card: bool | None


class DeckLimits(Text, kw_only=True):
    """The deck limits on a leader, or what an inquisitor adds to them (R33.2, R33.4, R33.11)."""

    when: Literal["setup"] = "setup"
    cards: int
    foreign_moons: int


class StartingDragon(Text, kw_only=True):
    """The inquisitor Thunder Fist (R27.7)."""

    when: Literal["setup"] = "setup"
    dragons: int


Effect = (
    BoostValue
    | RaisePower
    | ZeroPrinted
    | DoubleNumbers
    | Ignore
    | ForbidPlay
    | LimitPlay
    | ForbidTake
    | ForbidCallBluff
    | RetreatDragons
    | GainDragon
    | PayForDragon
    | Demand
    | ForceRetreat
    | ExtraPlay
    | GrantIcon
    | PlayOnlyIf
    | WaiveCondition
    | KeepCombatActive
    | PlayAchievement
    | Ship
    | Draw
    | Search
    | Retrieve
    | Recycle
    | DiscardInPlay
    | DiscardHand
    | DiscardDeck
    | RevealHand
    | Cancel
    | DeckLimits
    | StartingDragon
)
