"""What we know of the emissary sets besides the cards of peoples and mutants.

We do not know the names of the other cards of these sets. For most cards here the moons, the
numbers or part of the text are missing; `known` is False for those. Inquisitors need no moons.
Argus Eye and Thunder Fist change no limit of the deck (R33.11). What Serpent Tongue and Thunder
Fist do is reported by players, so they have a certainty.
"""

from games.duel.card import Card
from games.duel.effects import (
    Cancel,
    DeckLimits,
    Draw,
    ExtraPlay,
    GrantIcon,
    StartingDragon,
)

EMISSARIES: tuple[Card, ...] = (
    Card(
        id="tutu-hukhuk",
        name="HukHuk",
        name_de="HukHuk",
        people="tutu",
        type="character",
        icons=("free",),
        text="FREE character of the emissary cards; numbers and any further text not sourced.",
        set="X1/X2",
        known=False,
    ),
    Card(
        id="tutu-pampam",
        name="PamPam",
        name_de="PamPam",
        people="tutu",
        type="character",
        fire=5,
        earth=5,
        icons=("free",),
        text="FREE character worth five in both elements; any further text not sourced.",
        set="X1/X2",
        known=False,
    ),
    Card(
        id="hyla-piplox",
        name="Piplox",
        name_de="Piplox",
        people="hyla",
        type="hyla",
        effect=ExtraPlay(cards=("support",), count=1),
        text=(
            "Each turn of yours has room for one more support (and perhaps another kind of "
            "card) than normal."
        ),
        set="X1/X2",
        known=False,
    ),
    Card(
        id="inter-403",
        name="Away With It!",
        name_de="Weg damit!",
        people="intervention",
        number=403,
        type="intervention",
        effect=Cancel(trigger="opponent_announced_power", void_card=None),
        text=(
            "May be played the moment the opponent has announced power; what it removes is not "
            "sourced."
        ),
        set="X1/X2",
        known=False,
    ),
    Card(
        id="inter-how-dare-you",
        name="How Dare You!",
        name_de="Wie könnt Ihr es wagen!",
        people="intervention",
        type="intervention",
        effect=Cancel(trigger="opponent_plays_action", void_card=True),
        text="Answer to an opposing action card: that card is void and goes to its discard.",
        set="X1/X2",
        known=False,
    ),
    Card(
        id="inter-i-expected-that",
        name="I Expected That!",
        name_de="Das habe ich erwartet!",
        people="intervention",
        type="intervention",
        effect=Cancel(trigger="opponent_plays_intervention", void_card=True),
        text=(
            "Answer to an opposing intervention: that intervention is void and goes to the discard."
        ),
        set="X1/X2",
        known=False,
    ),
    Card(
        id="inter-shame-on-you",
        name="Shame on You!",
        name_de="Schande über Euch!",
        people="intervention",
        type="intervention",
        text=(
            "Voids a card just put down; unlike other interventions it leaves its victim a "
            "special chance to retreat (full wording not sourced)."
        ),
        set="X1/X2",
        known=False,
    ),
    Card(
        id="inter-who-do-you-think-you-are",
        name="Who Do You Think You Are!",
        name_de="Für wen haltet Ihr Euch!",
        people="intervention",
        type="intervention",
        text=(
            "Can interfere with a dragon being gained, even one won by Irresistible Sirens "
            "(full wording not sourced)."
        ),
        set="X1/X2",
        known=False,
    ),
    Card(
        id="inq-412",
        name="Argus Eye",
        name_de="Argusauge",
        people="inquisitor",
        number=412,
        type="inquisitor",
        effect=GrantIcon(when="continuous", icon="replace", to="all_own_cards"),
        text="Every card you hold may be exchanged as if it bore the REPLACE icon.",
        set="X1/X2",
    ),
    Card(
        id="inq-serpent-tongue",
        name="Serpent Tongue",
        name_de="Schlangenzunge",
        people="inquisitor",
        type="inquisitor",
        effect=Draw(when="end_of_turn", optional=True, who="me", count=1, additional=True),
        text=(
            "Your deck has fifteen more cards and ten more moons of other peoples. At the end of "
            "your turn you may draw one more card."
        ),
        set="X1/X2",
        extra_limits=DeckLimits(cards=15, foreign_moons=10),
        certainty=0.85,
        amendment="inquisitors",
    ),
    Card(
        id="inq-thunder-fist",
        name="Thunder Fist",
        name_de="Donnerfaust",
        people="inquisitor",
        type="inquisitor",
        effect=StartingDragon(dragons=1),
        text="You begin each game with a dragon on your side.",
        set="X1/X2",
        certainty=0.85,
        amendment="inquisitors",
    ),
)
