"""Blue Moon City in the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from typer import Typer

from games.city.names import LANGUAGES
from games.city.terminal.choices import list_choices
from games.city.terminal.narration import SENTENCES, SILENT_EVENTS, CityNarrator
from games.city.terminal.picture import CityPicture
from games.terminal import Choice, NamedOption, Scene, Shortcut
from games.terminal_kit.phrases import join_words
from games.terminal_kit.scene import draw_before_start
from schemas.city.actions import Draw
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.table import AnyTable


def _expansions(listing: str) -> list[int]:
    """Parse `1,2` into [1, 2]."""
    try:
        return [int(number) for number in listing.split(",")]
    except ValueError as error:
        raise ValueError(f"expected numbers like 1,2, got {listing!r}") from error


class CityTerminal:
    languages = LANGUAGES
    end_reasons: Mapping[str, str] = {
        "obelisk": "enough offerings were made",
        "city_finished": "the city is finished and nobody can afford an offering",
        "stalemate": "everyone declared a stalemate",
        "no_stones": "nobody has any stones left",
    }
    options = (
        NamedOption(
            "--random-city", "random_city", "Variant: place the palace and the temples randomly."
        ),
        NamedOption(
            "--expansions",
            "expansions",
            "Expansions to play with.",
            metavar="1|2|1,2",
            parse=_expansions,
        ),
        NamedOption(
            "--corners",
            "corners",
            "The corners that the expansions fill: two for each.",
            metavar="north_west,south_east,...",
            default="random",
        ),
        NamedOption(
            "--offer-without-stones",
            "offer_without_stones",
            "Whether a player without stones may make offerings.",
            metavar="yes|no",
            default="yes",
        ),
    )
    shortcuts = (Shortcut("d", "draw and end the turn", lambda action: isinstance(action, Draw)),)
    commands: Sequence[Typer] = ()

    def draw(self, scene: Scene) -> RenderableType:
        play = scene.view.play
        assert isinstance(play, CityState)
        return CityPicture(self, scene, play) if play.layout else draw_before_start(scene)

    def describe_opening(self, options: CityOptions) -> str:
        extras = ["a random city"] if options.random_city else []
        extras += [f"expansion {number}" for number in options.expansions]
        with_extras = f" with {join_words(extras)}" if extras else ""
        return f"A table for {options.players} players opens{with_extras}."

    def narrate(self, event: Any, view: AnyTable, language: str) -> str | None:
        if isinstance(event, SILENT_EVENTS):
            return None
        return SENTENCES[type(event)](CityNarrator(view, language), event)

    def list_choices(
        self, view: AnyTable, seat: int, actions: Sequence[Any], language: str
    ) -> list[Choice]:
        return list_choices(view, seat, actions, CityNarrator(view, language))

    def count_turns(self, state: CityState) -> int:
        return state.turn.number


TERMINAL = CityTerminal()
