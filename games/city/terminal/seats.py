"""Draw what each seat has: hand, crystals, scales, stones, offerings.

In a view, a hidden hand is a number of cards and hidden crystals are None.
"""

from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from games.city.components import OFFERINGS_TO_WIN
from games.city.terminal import marks
from games.city.terminal.palette import CRYSTAL, SCALE, STONE
from games.terminal_kit.palette import QUIET_STYLE, seat_style
from games.terminal_kit.phrases import count_cards, pluralize
from schemas.city.state import CityState, SeatState
from schemas.city.terms import Cards


def seat_panel(state: CityState, seat: SeatState, name: str, width: int) -> Panel:
    """Draw a seat in a frame, which is highlighted on the seat's turn."""
    is_acting = state.turn.seat == seat.seat and not state.over
    style = seat_style(seat.seat)
    title = Text(f"{seat.seat} {name}", f"bold {style}")
    if is_acting:
        title.append(" ◀ to play")
    title.truncate(width - 4, overflow="ellipsis")
    return Panel(
        Group(_belongings(state, seat), _hand(seat)),
        title=title,
        title_align="left",
        box=box.HEAVY if is_acting else box.ROUNDED,
        border_style=style if is_acting else f"{QUIET_STYLE} {style}",
        padding=(0, 1),
        width=width,
    )


def seat_line(state: CityState, seat: SeatState, name: str) -> Text:
    """Draw a seat on one line."""
    is_acting = state.turn.seat == seat.seat and not state.over
    label = marks.fitted(Text(f"{'▶' if is_acting else ' '}{seat.seat} {name}"), 10)
    label.stylize(f"bold {seat_style(seat.seat)}")
    return Text(" ").join((label, _belongings(state, seat), _hand(seat)))


def _belongings(state: CityState, seat: SeatState) -> Text:
    if seat.out:
        return Text("has left the game", QUIET_STYLE)
    offerings_needed = OFFERINGS_TO_WIN[len(state.seats)]
    # In a view of another seat this is None, whatever the type says.
    crystals: int | None = seat.crystals
    parts = [
        f"{CRYSTAL}{'?' if crystals is None else crystals:<3}",
        f"{SCALE}{seat.scales:<3}",
        f"{STONE}{seat.stones:<3}",
        f"offered {seat.offerings}/{offerings_needed}",
    ]
    return Text("".join(parts))


def _hand(seat: SeatState) -> Text:
    text = hand_text(seat.hand)
    if aside := count_cards(seat.aside):
        text.append(f" +{aside} set aside", QUIET_STYLE)
    if seat.declared:
        text.append(" declares stalemate", "italic")
    return text


def hand_text(cards: Cards | int) -> Text:
    if isinstance(cards, int):
        return Text(pluralize(cards, "card"), QUIET_STYLE)
    return marks.hand(cards) if cards else Text("no cards", QUIET_STYLE)
