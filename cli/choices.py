"""What a seat may do, as a numbered list in plain words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from rich.text import Text

from cli.duel_choices import DUEL_ORDER, duel_words
from cli.narration import Narrator
from cli.palette import QUIET_STYLE
from cli.phrases import cards_in_words, counted
from games.city.components import DRAGON_OF_PEOPLE, PEOPLE_OF
from games.city.grid import distance
from games.city.names import DRAGON_NAMES, card_name, tile_name
from games.city.obelisk import offering_cost
from schemas import city, duel
from schemas.table import AnyTable

PAYMENTS_SHOWN = 3
"""Of all ways to pay for a box; the best come first."""
PLACES_SHOWN = 12
"""A figure or a dragon that may go almost anywhere would hide everything else."""

_SETS_OF_CARDS = (duel.Mulligan, duel.ChooseCards, duel.DeclineFight, duel.PayDemand)

_Words = tuple[str, str]
"""A heading, and what stands under it."""


class Choice(Struct, frozen=True):
    number: int
    action: Any
    heading: str
    words: str
    shown: bool = True
    """Or only when everything is to be listed."""


def choices(view: AnyTable, seat: int, actions: Sequence[Any], narrator: Narrator) -> list[Choice]:
    """Numbered from 1 by kind: moves first, what ends the turn last."""
    assert view.play is not None, "a seat has choices in a running game only"
    play = view.play
    ordered = sorted(actions, key=lambda action: _ORDER.index(type(action)))
    found = []
    payments: Counter[tuple[int, str | None]] = Counter()
    for number, action in enumerate(ordered, start=1):
        shown = True
        if isinstance(action, city.Contribute):
            box = (action.box, action.colour)
            payments[box] += 1
            shown = payments[box] <= PAYMENTS_SHOWN
        if isinstance(play, duel.DuelState):
            heading, words = duel_words(play, action, narrator.language)
        else:
            heading, words = _in_words(play, seat, action, narrator)
        found.append(Choice(number, action, heading, words, shown))
    return found


def lines(found: Sequence[Choice], *, everything: bool = False) -> Iterator[Text]:
    """A line for each heading; payments have one each, because they are long."""
    hidden = False
    for heading, group in groupby(found, key=lambda choice: choice.heading):
        under = list(group)
        first, last = under[0], under[-1]
        if isinstance(first.action, city.Contribute):
            shown = [choice for choice in under if choice.shown or everything]
            yield Text(f" {heading}:", "bold")
            for choice in shown:
                yield _numbered(choice, choice.words, "   ")
            hidden = hidden or len(shown) < len(under)
        elif not first.words:
            yield _numbered(first, heading, " ")
        elif len(under) > PLACES_SHOWN and not everything:
            numbers = f"{first.number} to {last.number}"
            # Sets of cards begin with the smallest; places are all alike.
            few = under[:PLACES_SHOWN] if isinstance(first.action, _SETS_OF_CARDS) else []
            parts = [_numbered(choice, choice.words, "  ") for choice in few]
            rest = f"  ... {numbers}" if few else f"  anywhere, {numbers}"
            yield Text.assemble((f" {heading}:", "bold"), *parts, rest)
            hidden = True
        else:
            parts = [_numbered(choice, choice.words, "  ") for choice in under]
            yield Text.assemble((f" {heading}:", "bold"), *parts)
    if hidden:
        yield Text(" `all` lists every place and every payment", QUIET_STYLE)


def _numbered(choice: Choice, words: str, before: str) -> Text:
    return Text.assemble(before, (f"{choice.number}", "bold cyan"), f" {words}")


_ORDER: list[type] = [
    city.Walk,
    city.Hasten,
    city.Fly,
    city.MoveDragon,
    city.Contribute,
    city.Offer,
    city.Leap,
    city.DeclareStalemate,
    city.Discard,
    city.Draw,
    *DUEL_ORDER,
]


def _in_words(play: city.CityState, seat: int, action: Any, narrator: Narrator) -> _Words:
    here = play.seats[seat].figure
    assert here is not None, "whoever may act has a figure in the city"

    def place(tile: city.Tile) -> str:
        return tile_name(tile, narrator.language)

    match action:
        case city.Walk(to):
            return (
                "Walk to",
                f"{place(to)} ({distance(play.layout, here, to)})",
            )
        case city.Hasten():
            return "Discard Flit 2 for 2 more steps", ""
        case city.Fly(to):
            return "Discard Flit 1 and fly to", place(to)
        case city.MoveDragon(card, to):
            dragon = DRAGON_OF_PEOPLE[PEOPLE_OF[card]]
            moved = f"{DRAGON_NAMES[dragon]}, the {dragon} dragon,"
            return f"Discard {card_name(card)} and move {moved} to", tile_name(
                to, narrator.language
            )
        case city.Contribute(box, cards, colour):
            assert here != "courtyard", "nothing is built there"
            coloured = "" if colour is None else f" in {colour}"
            words = f"{narrator.box(here, box)}{coloured} for {cards_in_words(cards)}"
            return f"Build {narrator.tile(here)}", words
        case city.Offer(pillar):
            cost = counted(offering_cost(play, play.seats[seat], pillar), "crystal")
            return "Make an offering for", cost + (f" and {card_name(pillar)}" if pillar else "")
        case city.Leap(to):
            return "Leap to", place(to)
        case city.DeclareStalemate():
            return "Declare a stalemate", ""
        case city.Discard(card):
            return "Discard before the draw", card_name(card)
        case _:
            return "Draw and end the turn", ""
