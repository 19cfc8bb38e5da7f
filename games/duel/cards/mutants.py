"""The mutants: no people, no moons, and a condition each."""

from games.duel.card import Card
from games.duel.effect_terms import Condition
from games.duel.effects import PlayOnlyIf

MUTANTS: tuple[Card, ...] = (
    Card(
        id="mutant-101",
        name="Den-bal-Ton",
        name_de="Den-bal-Ton",
        people="mutant",
        number=101,
        type="character",
        fire=8,
        earth=8,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_dragons", at_least=1), element_change="swap"
        ),
        text="Playable only while the opponent owns a dragon; flips the contested element.",
    ),
    Card(
        id="mutant-102",
        name="Sas-van-Son",
        name_de="Sas-van-Son",
        people="mutant",
        number=102,
        type="character",
        fire=7,
        earth=7,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_hand_minus_mine", at_least=2),
            element_change="swap",
        ),
        text=(
            "Playable only when the opponent's hand is two or more cards bigger than yours; "
            "flips the contested element."
        ),
    ),
    Card(
        id="mutant-103",
        name="Pen-dor-Nith",
        name_de="Pen-dor-Nith",
        people="mutant",
        number=103,
        type="character",
        fire=6,
        earth=6,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_area_cards", at_least=6), element_change="swap"
        ),
        text=(
            "Playable only against six or more cards across combat and support; flips the "
            "contested element."
        ),
    ),
    Card(
        id="mutant-104",
        name="Neth-sur-Pot",
        name_de="Neth-sur-Pot",
        people="mutant",
        number=104,
        type="character",
        fire=5,
        earth=5,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(
                metric="opponent_active_cards",
                at_least=3,
                cards=("character", "booster", "support"),
            ),
            element_change="swap",
        ),
        text="Playable only against three or more active cards; flips the contested element.",
    ),
    Card(
        id="mutant-105",
        name="Var-dis-Nar",
        name_de="Var-dis-Nar",
        people="mutant",
        number=105,
        type="character",
        fire=4,
        earth=4,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_power", at_least=7), element_change="swap"
        ),
        text="Playable only when facing seven or more power; flips the contested element.",
    ),
    Card(
        id="mutant-106",
        name="Zig-nur-Don",
        name_de="Zig-nur-Don",
        people="mutant",
        number=106,
        type="character",
        fire=4,
        earth=0,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_power", at_least=5, element="earth"),
            element_change="fire",
        ),
        text="Playable only when facing five or more Earth power; the fight turns to Fire.",
    ),
    Card(
        id="mutant-107",
        name="Ras-mus-Pan",
        name_de="Ras-mus-Pan",
        people="mutant",
        number=107,
        type="character",
        fire=0,
        earth=4,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_power", at_least=5, element="fire"),
            element_change="earth",
        ),
        text="Playable only when facing five or more Fire power; the fight turns to Earth.",
    ),
    Card(
        id="mutant-108",
        name="Chu-nan-Chi",
        name_de="Chu-nan-Chi",
        people="mutant",
        number=108,
        type="character",
        fire=3,
        earth=3,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_active_hyla", at_least=1), element_change="swap"
        ),
        text="Playable only while the opponent has a Hyla in force; flips the contested element.",
        set="X2",
    ),
    Card(
        id="mutant-109",
        name="Fel-nar-Gan",
        name_de="Fel-nar-Gan",
        people="mutant",
        number=109,
        type="character",
        fire=0,
        earth=0,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="my_area_cards", at_most=0), element_change="swap"
        ),
        text=(
            "Playable only while your combat and support areas are empty; flips the contested "
            "element."
        ),
    ),
    Card(
        id="mutant-110",
        name="Man-shu-Ran",
        name_de="Man-shu-Ran",
        people="mutant",
        number=110,
        type="character",
        fire=0,
        earth=0,
        icons=("shield_fire", "shield_earth", "stop"),
        moons=0,
        effect=PlayOnlyIf(
            condition=Condition(metric="opponent_active_cards_with_free_icon", at_least=1),
            element_change="swap",
        ),
        text=(
            "Playable only against an active card with a working FREE icon; flips the contested"
            " element."
        ),
        set="X1",
    ),
)
