"""List the legal actions of a seat as numbered choices."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from rich.text import Text

from games.city.components import DRAGON_OF_PEOPLE, PEOPLE_OF
from games.city.grid import distance
from games.city.names import DRAGON_NAMES, card_name, tile_name
from games.city.obelisk import offering_cost
from games.city.terminal.palette import QUIET_STYLE
from games.duel.terminal.choices import DUEL_ORDER, describe_duel_action
from games.terminal_kit.narration import Narrator
from games.terminal_kit.phrases import describe_cards, pluralize
from schemas import city, duel
from schemas.table import AnyTable

PAYMENTS_SHOWN = 3
"""Payments listed for each box; the best come first."""
CHOICES_SHOWN = 12
"""A longer list of destinations or cards is abbreviated."""

_SETS_OF_CARDS = (duel.Mulligan, duel.ChooseCards, duel.DeclineFight, duel.PayDemand)

_Description = tuple[str, str]
"""A heading and the text below it."""


class Choice(Struct, frozen=True):
    number: int
    action: Any
    heading: str
    words: str
    is_shown: bool = True
    """False for a choice that only `all` lists."""


def build_choices(
    view: AnyTable, seat: int, actions: Sequence[Any], narrator: Narrator
) -> list[Choice]:
    """Number the actions from 1: moves first, those that end the turn last."""
    assert view.play is not None, "there are legal actions only in a running game"
    play = view.play
    ordered = sorted(actions, key=lambda action: _ORDER.index(type(action)))
    choices = []
    payments: Counter[tuple[int, str | None]] = Counter()
    for number, action in enumerate(ordered, start=1):
        is_shown = True
        if isinstance(action, city.Contribute):
            box = (action.box, action.colour)
            payments[box] += 1
            is_shown = payments[box] <= PAYMENTS_SHOWN
        if isinstance(play, duel.DuelState):
            heading, words = describe_duel_action(play, action, narrator.language)
        else:
            heading, words = _describe_city_action(play, seat, action, narrator)
        choices.append(Choice(number, action, heading, words, is_shown))
    return choices


def choice_lines(choices: Sequence[Choice], *, everything: bool = False) -> Iterator[Text]:
    """Yield a line for each heading, and one for each payment because they are long."""
    has_hidden = False
    for heading, group in groupby(choices, key=lambda choice: choice.heading):
        in_group = list(group)
        first, last = in_group[0], in_group[-1]
        if isinstance(first.action, city.Contribute):
            shown = [choice for choice in in_group if choice.is_shown or everything]
            yield Text(f" {heading}:", "bold")
            for choice in shown:
                yield _numbered(choice, choice.words, "   ")
            has_hidden = has_hidden or len(shown) < len(in_group)
        elif not first.words:
            yield _numbered(first, heading, " ")
        elif len(in_group) > CHOICES_SHOWN and not everything:
            numbers = f"{first.number} to {last.number}"
            # Sets of cards start with the smallest; destinations have no useful order.
            shown_choices = (
                in_group[:CHOICES_SHOWN] if isinstance(first.action, _SETS_OF_CARDS) else []
            )
            parts = [_numbered(choice, choice.words, "  ") for choice in shown_choices]
            rest = f"  ... {numbers}" if shown_choices else f"  anywhere, {numbers}"
            yield Text.assemble((f" {heading}:", "bold"), *parts, rest)
            has_hidden = True
        else:
            parts = [_numbered(choice, choice.words, "  ") for choice in in_group]
            yield Text.assemble((f" {heading}:", "bold"), *parts)
    if has_hidden:
        yield Text(" Type `all` to list every choice.", QUIET_STYLE)


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


def _describe_city_action(
    play: city.CityState, seat: int, action: Any, narrator: Narrator
) -> _Description:
    here = play.seats[seat].figure
    assert here is not None, "a seat with legal actions has a figure in the city"

    def name_of(tile: city.Tile) -> str:
        return tile_name(tile, narrator.language)

    match action:
        case city.Walk(to):
            return (
                "Walk to",
                f"{name_of(to)} ({distance(play.layout, here, to)})",
            )
        case city.Hasten():
            return "Discard Flit 2 for 2 more steps", ""
        case city.Fly(to):
            return "Discard Flit 1 and fly to", name_of(to)
        case city.MoveDragon(card, to):
            dragon = DRAGON_OF_PEOPLE[PEOPLE_OF[card]]
            dragon_name = f"{DRAGON_NAMES[dragon]}, the {dragon} dragon,"
            return f"Discard {card_name(card)} and move {dragon_name} to", name_of(to)
        case city.Contribute(box, cards, colour):
            assert here != "courtyard", "the courtyard is not a building"
            in_colour = "" if colour is None else f" in {colour}"
            words = f"{narrator.box(here, box)}{in_colour} for {describe_cards(cards)}"
            return f"Build {narrator.tile(here)}", words
        case city.Offer(pillar):
            cost = pluralize(offering_cost(play, play.seats[seat], pillar), "crystal")
            return "Make an offering for", cost + (f" and {card_name(pillar)}" if pillar else "")
        case city.Leap(to):
            return "Leap to", name_of(to)
        case city.DeclareStalemate():
            return "Declare a stalemate", ""
        case city.Discard(card):
            return "Discard before drawing", card_name(card)
        case _:
            return "Draw and end the turn", ""
