"""Blue Moon, the card game, in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from games.duel.decks import DECKS
from games.duel.names import KIN_NAMES, LANGUAGES
from games.duel.terminal import card_command, deck_command
from games.duel.terminal.board import DuelBoard
from games.duel.terminal.choices import list_choices
from games.duel.terminal.deck_matrix import DeckComparison
from games.duel.terminal.language import card_language
from games.duel.terminal.narration import SENTENCES, SILENT_EVENTS, DuelNarrator
from games.terminal import Choice, NamedOption, Scene, Shortcut
from games.terminal_kit.palette import QUIET_STYLE
from games.terminal_kit.scene import BoardWithLog, describe_result
from schemas.duel.deck import RANDOM, Deck
from schemas.duel.options import DuelOptions
from schemas.duel.state import DuelState
from schemas.table import AnyTable


def _decks(listing: str) -> list[str]:
    """Parse `hoax,vulca` into a deck for each seat."""
    names = [name.strip() for name in listing.split(",")]
    for name in names:
        if name not in DECKS:
            raise ValueError(f"there is no deck {name!r}; known: {', '.join(DECKS)}")
    if len(names) != 2:
        raise ValueError(f"expected two decks like hoax,vulca, got {listing!r}")
    return names


class DuelTerminal:
    languages = LANGUAGES
    end_reasons: Mapping[str, str] = {
        "fourth_dragon": "a fourth dragon decided the last game",
        "no_cards": "the cards ran out in the last game",
        "conceded": "the last game was conceded",
    }
    options = (
        NamedOption(
            "--decks",
            "decks",
            "The two decks of a duel; see `bluemoon deck ls`.",
            metavar="NAME,NAME",
            parse=_decks,
            comparisons={"all": DeckComparison()},
        ),
        NamedOption(
            "--crystals",
            "crystals_to_win",
            "Crystals needed to win a duel match; 1 plays a single game.",
            metavar="INTEGER",
            default="5",
        ),
    )
    shortcuts: Sequence[Shortcut] = ()
    commands = (deck_command.app, card_command.app)

    def draw(self, scene: Scene) -> RenderableType:
        play = scene.view.play
        assert isinstance(play, DuelState)
        board = DuelBoard(play, scene.view.seats, card_language(scene.language))
        line = Text(" Blue Moon", "bold", no_wrap=True, overflow="ellipsis").append(" · ", "none")
        if scene.view.stage == "over":
            winners, reason = describe_result(self, scene)
            line.append(winners).append(f" {reason}", "none")
        else:
            line.append_text(board.status_line())
        line.append(f"  {scene.title}", QUIET_STYLE)
        return BoardWithLog(Group(line, board.sides()), scene)

    def describe_opening(self, options: DuelOptions) -> str:
        first, second = map(_describe_deck, options.decks)
        own = " Players may bring their own decks." if options.own_decks is True else ""
        return f"A duel table opens: {first} against {second}.{own}"

    def narrate(self, event: Any, view: AnyTable, language: str) -> str | None:
        if isinstance(event, SILENT_EVENTS):
            return None
        return SENTENCES[type(event)](DuelNarrator(view, language), event)

    def list_choices(
        self, view: AnyTable, _seat: int, actions: Sequence[Any], language: str
    ) -> list[Choice]:
        assert isinstance(view.play, DuelState)
        return list_choices(view.play, actions, card_language(language))

    def count_turns(self, state: DuelState) -> int:
        return state.turn.number


def _describe_deck(deck: Deck) -> str:
    if deck == RANDOM:
        return "a random deck"
    return KIN_NAMES[deck] if isinstance(deck, str) else "a custom deck"


TERMINAL = DuelTerminal()
