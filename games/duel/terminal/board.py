"""Draw a position of Blue Moon: both sides and the fight between them."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from games.duel.cards import CARDS
from games.duel.names import Language
from games.duel.reading import Reading
from games.duel.terminal.card_face import EARTH_STYLE, FIRE_STYLE, icons
from games.duel.terminal.narration import card, describe_decision
from games.duel.values import is_shielded, present_power
from games.terminal_kit.narrator import seat_name
from games.terminal_kit.palette import QUIET_STYLE, seat_style
from games.terminal_kit.phrases import count_cards, pluralize
from schemas.duel.state import DuelState, Side, Vessel
from schemas.duel.terms import Element
from schemas.table import TableSeat

CRYSTAL = "◆"
DRAGON = "▲"
_LABEL_WIDTH = 9
_STYLES: dict[Element, str] = {"fire": FIRE_STYLE, "earth": EARTH_STYLE}


class DuelBoard:
    """Draws a state, redacted or not."""

    def __init__(self, play: DuelState, seats: Sequence[TableSeat], language: Language) -> None:
        self._play = play
        self._seats = seats
        self._language: Language = language
        self._reading = Reading(play)

    def sides(self) -> RenderableType:
        return Group(*(self._side(side) for side in self._play.sides))

    def status_line(self) -> Text:
        """Return `game 2 · turn 7 · Amber · character · fight in fire`."""
        play = self._play
        line = Text(f"game {play.number} · turn {play.turn.number} · ")
        line.append(self._name(play.turn.seat), f"bold {seat_style(play.turn.seat)}")
        if play.stage != "turn":
            return line.append(
                " goes first · mulligan" if play.stage == "mulligan" else " · choosing decks"
            )
        line.append(f" · {play.turn.phase.replace('_', ' ')}")
        if play.element is None:
            line.append(" · no fight")
        else:
            line.append(" · fight in ").append(play.element, _STYLES[play.element])
        if play.decision is not None:
            chooser = self._name(play.decision.by)
            line.append(f" · {chooser} chooses {describe_decision(play.decision, self._language)}")
        return line

    def _name(self, seat: int) -> str:
        return seat_name(self._seats, seat)

    def _side(self, side: Side) -> Panel:
        is_acting = self._play.turn.seat == side.seat and not self._play.over
        style = seat_style(side.seat)
        title = Text(f"{side.seat} {self._name(side.seat)}", f"bold {style}")
        title.append(f" · {card(side.leader, self._language)}", "not bold")
        if is_acting:
            title.append(" ◀ to play")
        return Panel(
            Group(self._belongings(side), self._zones(side)),
            title=title,
            title_align="left",
            box=box.HEAVY if is_acting else box.ROUNDED,
            border_style=style if is_acting else f"{QUIET_STYLE} {style}",
            padding=(0, 1),
        )

    def _zones(self, side: Side) -> Grid:
        """Draw the zones that are not empty."""
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(width=_LABEL_WIDTH, style=QUIET_STYLE)
        grid.add_column()
        if side.active or side.covered:
            combat = self._cards(side.active)
            if side.covered:
                combat.append(f"  on {pluralize(len(side.covered), 'covered card')}", QUIET_STYLE)
            grid.add_row("combat", combat)
        if side.support or side.bluffs:
            bluffs = [bluff.handle for bluff in side.bluffs]
            grid.add_row("support", self._cards((*side.support, *bluffs)))
        vessels = (*side.influence, *side.landed)
        if vessels:
            grid.add_row("influence", Text(" · ").join(map(self._vessel, vessels)))
        turn = self._play.turn
        if turn.leadership is not None and turn.seat == side.seat:
            grid.add_row("led by", self._cards((turn.leadership,)))
        grid.add_row("hand", self._hand(side))
        return grid

    def _belongings(self, side: Side) -> Text:
        dragons = self._reading.dragons_of(side.seat)
        line = Text(f"{CRYSTAL}{side.crystals}  {DRAGON * dragons or 'no dragon'}  ")
        line.append("power ")
        for index, element in enumerate(_STYLES):
            shield = " shielded" if is_shielded(self._reading, side.seat, element) else ""
            power = present_power(self._reading, side.seat, element)
            is_contested = element == self._play.element
            style = _STYLES[element] if is_contested else _STYLES[element].removeprefix("bold ")
            line.append("  " if index else "").append(f"{power} {element}{shield}", style)
        return line.append(f"  deck {count_cards(side.deck)}", QUIET_STYLE)

    def _hand(self, side: Side) -> Text:
        is_hidden = isinstance(side.hand, int)
        if not is_hidden:
            return self._cards(side.hand) if side.hand else Text("no cards", QUIET_STYLE)
        text = Text(pluralize(count_cards(side.hand), "card"), QUIET_STYLE)
        if side.revealed:
            text.append(", known: ", QUIET_STYLE).append_text(self._cards(side.revealed))
        return text

    def _vessel(self, vessel: Vessel) -> Text:
        text = self._cards((vessel.card,))
        return text.append(" with ").append_text(self._cards(vessel.load)) if vessel.load else text

    def _cards(self, names: Sequence[str]) -> Text:
        return Text(" · ").join(self._card(name) for name in names)

    def _card(self, name: str) -> Text:
        """Return `Lavar the Powerful 5/4 PAIR`."""
        text = Text(card(name, self._language))
        facts = CARDS.get(name)
        if facts is None:
            return text.append(" face down", QUIET_STYLE)
        if facts.fire is not None or facts.earth is not None:
            text.append(f" {facts.fire or 0}", FIRE_STYLE).append("/")
            text.append(str(facts.earth or 0), EARTH_STYLE)
        if facts.icons:
            text.append(f" {icons(facts.icons)}", QUIET_STYLE)
        return text
