"""Everything a game brings. A plug-in is found through the entry point group `bluemoon.games`."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct

from games.bots import Bot, Budget
from games.contract import Action, Event, Options, Rulebook, State
from schemas.record import Record

if TYPE_CHECKING:
    from games.terminal import TerminalUI


class GamePlugin(Struct, Generic[Options, State, Action, Event], frozen=True, kw_only=True):
    rulebooks: tuple[Rulebook[Options, State, Action, Event], ...]
    """The rules versions, current first. Tables are opened under the current one; the others
    replay histories that were played under them."""
    names: Mapping[str, str]
    """Language -> the game's name. English is required."""
    labels: Mapping[str, Mapping[str, str]]
    """Names of its pieces: id -> language -> name. Each has an English name."""
    pieces: Record
    """Everything printed on its components, for renderers."""
    bots: Mapping[str, Bot]
    """Level -> bot. A bot that is not in `timed_bots` decides in about a millisecond."""
    default_bot: str
    timed_bots: Mapping[str, Callable[[Budget], Bot]] = {}
    """Level -> a bot with this thinking budget. Live play gives each of them a time limit."""
    terminal: Callable[[], "TerminalUI"] | None = None
    """Import and return the terminal part. Services never call it, so they import no renderer.
    None: the generic terminal UI shows the game."""

    @property
    def game(self) -> str:
        return self.rulebook.game

    @property
    def rulebook(self) -> Rulebook[Options, State, Action, Event]:
        """The current rules."""
        return self.rulebooks[0]


AnyGamePlugin = GamePlugin[Any, Any, Any, Any]
