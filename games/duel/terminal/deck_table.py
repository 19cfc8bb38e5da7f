"""Draw a deck: the leader, then the cards by type."""

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.duel.card import Card
from games.duel.cards import CARDS
from games.duel.deck_building import foreign_moons, leader_of, limits_of
from games.duel.names import KIN_NAMES, Language, card_name
from games.duel.terminal import card_face
from games.terminal_kit.errors import printable
from games.terminal_kit.palette import QUIET_STYLE
from games.terminal_kit.phrases import pluralize
from schemas.duel.deck import DeckList

FOREIGN_STYLE = "#e8bc2e"
WIDE_COLUMNS_MIN = 110


def deck_table(deck: DeckList, language: Language, width: int) -> RenderableType:
    """Draw a deck. On a narrow terminal, card texts go below the card names."""
    return Group(
        _heading(deck, language), _cards(deck, language, is_wide=width >= WIDE_COLUMNS_MIN)
    )


def _heading(deck: DeckList, language: Language) -> Text:
    leader, limits = leader_of(deck), limits_of(deck)
    heading = Text()
    if leader is None:
        heading.append(f"No leader: {printable(deck.leader or 'not given')}", "bold red")
    else:
        heading.append(f"{card_name(leader.id, language)} ", "bold")
        heading.append(f"leads the {KIN_NAMES[leader.people]}")
    if deck.inquisitor is not None:
        heading.append(f", with {printable(card_name(deck.inquisitor, language))}")
    heading.append(f" · {pluralize(len(deck.cards), 'card')} · ")
    heading.append(f"{foreign_moons(deck)} of {limits.foreign_moons} foreign moons", FOREIGN_STYLE)
    return heading


def _cards(deck: DeckList, language: Language, *, is_wide: bool) -> Table:
    leader = leader_of(deck)
    own = leader.people if leader else None
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("card", no_wrap=True)
    table.add_column("fire", justify="right")
    table.add_column("earth", justify="right")
    table.add_column("moons", no_wrap=True)
    table.add_column("name", overflow="fold", ratio=None if is_wide else 1)
    if is_wide:
        table.add_column("text", overflow="fold", ratio=1)
    table.add_column("icons", overflow="fold")
    cards = [CARDS[card] for card in deck.cards if card in CARDS]
    for card_type, plural in card_face.PLURAL_OF_TYPE.items():
        group = [card for card in cards if card.type == card_type]
        if group:
            table.add_section()
            table.add_row(*[""] * 4, Text(f"{plural} ({len(group)})", "bold"))
        for card in group:
            table.add_row(*_row(card, language, is_wide=is_wide, foreign=card.people != own))
    for unknown in (card for card in deck.cards if card not in CARDS):
        missing = Text("unknown card", "bold red")
        table.add_row(Text(printable(unknown)), *[""] * 3, missing)
    return table


def _row(card: Card, language: Language, *, is_wide: bool, foreign: bool) -> list[Text]:
    name = Text(card_name(card.id, language), FOREIGN_STYLE if foreign else "")
    text = Text(card.text or "", QUIET_STYLE)
    label_style = FOREIGN_STYLE if foreign else QUIET_STYLE
    return [
        Text(card.id, label_style),
        card_face.number(card.fire, card_face.FIRE_STYLE),
        card_face.number(card.earth, card_face.EARTH_STYLE),
        Text(card_face.moons(card), label_style),
        *((name, text) if is_wide else (Text("\n").join((name, text)) if card.text else name,)),
        Text(card_face.icons(card.icons)),
    ]
