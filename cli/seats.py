"""What lies before each seat: hand, crystals, scales, stones, offerings.

A view shows a hidden hand as a number of cards, and hidden crystals as nothing.
"""

from collections.abc import Sequence

from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from cli import marks
from cli.failure import printable
from cli.palette import CRYSTAL, QUIET_STYLE, SCALE, STONE, seat_style
from cli.phrases import count_of, counted
from games.city.components import OFFERINGS_TO_WIN
from schemas.city import Cards, CityState, SeatState
from schemas.table import Chair


def seat_name(chairs: Sequence[Chair], seat: int) -> str:
    """The player's name, or the seat's number where nobody sits."""
    player = chairs[seat].player if seat < len(chairs) else None
    return f"seat {seat}" if player is None else printable(player)


def seat_panel(state: CityState, seat: SeatState, name: str, width: int) -> Panel:
    """A seat's belongings in a frame; the frame of the seat whose turn it is stands out."""
    acting = state.turn.seat == seat.seat and not state.over
    style = seat_style(seat.seat)
    title = Text(f"{seat.seat} {name}", f"bold {style}")
    if acting:
        title.append(" ◀ to play")
    title.truncate(width - 4, overflow="ellipsis")
    return Panel(
        Group(_belongings(state, seat), _hand(seat)),
        title=title,
        title_align="left",
        box=box.HEAVY if acting else box.ROUNDED,
        border_style=style if acting else f"{QUIET_STYLE} {style}",
        padding=(0, 1),
        width=width,
    )


def seat_line(state: CityState, seat: SeatState, name: str) -> Text:
    """A seat's belongings on one line."""
    acting = state.turn.seat == seat.seat and not state.over
    label = marks.fitted(Text(f"{'▶' if acting else ' '}{seat.seat} {name}"), 10)
    label.stylize(f"bold {seat_style(seat.seat)}")
    return Text(" ").join((label, _belongings(state, seat), _hand(seat)))


def _belongings(state: CityState, seat: SeatState) -> Text:
    if seat.out:
        return Text("has left the game", QUIET_STYLE)
    wanted = OFFERINGS_TO_WIN[len(state.seats)]
    # A view hides crystals from others: then the field is empty, whatever its type says.
    crystals: int | None = seat.crystals
    parts = [
        f"{CRYSTAL}{'?' if crystals is None else crystals:<3}",
        f"{SCALE}{seat.scales:<3}",
        f"{STONE}{seat.stones:<3}",
        f"offered {seat.offerings}/{wanted}",
    ]
    return Text("".join(parts))


def _hand(seat: SeatState) -> Text:
    text = hidden_or_shown(seat.hand)
    if aside := count_of(seat.aside):
        text.append(f" +{aside} aside", QUIET_STYLE)
    if seat.declared:
        text.append(" declared stalemate", "italic")
    return text


def hidden_or_shown(cards: Cards | int) -> Text:
    if isinstance(cards, int):
        return Text(counted(cards, "card"), QUIET_STYLE)
    return marks.hand(cards) if cards else Text("no cards", QUIET_STYLE)
