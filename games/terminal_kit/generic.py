"""A terminal UI for every game: it shows the fields of states, events and actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text
from typer import Typer

from games.plugin import AnyGamePlugin
from games.terminal import Choice, NamedOption, Scene, Shortcut
from games.terminal_kit.fields import Labels, field_lines, list_fields, type_words
from games.terminal_kit.palette import QUIET_STYLE
from games.terminal_kit.scene import BoardWithLog, describe_result
from schemas.table import AnyTable


class GenericTerminal:
    """Describes records by their type and fields, and hidden values by their number."""

    end_reasons: Mapping[str, str] = {}
    options: Sequence[NamedOption] = ()
    shortcuts: Sequence[Shortcut] = ()
    commands: Sequence[Typer] = ()

    def __init__(self, plugin: AnyGamePlugin) -> None:
        self.languages = tuple(plugin.names)
        self._names = plugin.names
        self._labels = plugin.labels

    def draw(self, scene: Scene) -> RenderableType:
        headline = Text(" ", no_wrap=True, overflow="ellipsis")
        headline.append(self._name(scene.language), "bold")
        if scene.view.stage == "over":
            headline.append(f" · {' '.join(describe_result(self, scene))}")
        headline.append(f"  {scene.title}", QUIET_STYLE)
        assert scene.view.play is not None, "the game has started"
        lines = field_lines(scene.view.play, self._in(scene.language))
        return BoardWithLog(Group(headline, *(Text(f" {line}") for line in lines)), scene)

    def describe_opening(self, options: Any) -> str:
        fields = list_fields(options, self._in("en"))
        return f"A table for {self._name('en')} opens{f': {fields}' if fields else ''}."

    def narrate(self, event: Any, _view: AnyTable, language: str) -> str | None:
        fields = list_fields(event, self._in(language), without=("seat",))
        return f"{type_words(event)}{f': {fields}' if fields else ''}."

    def list_choices(
        self, _view: AnyTable, _seat: int, actions: Sequence[Any], language: str
    ) -> list[Choice]:
        labels = self._in(language)
        order = list(dict.fromkeys(type(action) for action in actions))
        return [
            Choice(action, type_words(action).capitalize(), list_fields(action, labels), "ranked")
            for action in sorted(actions, key=lambda action: order.index(type(action)))
        ]

    def count_turns(self, _state: Any) -> None:
        return None

    def _name(self, language: str) -> str:
        return self._names.get(language, self._names["en"])

    def _in(self, language: str) -> Labels:
        return {piece: names.get(language, names["en"]) for piece, names in self._labels.items()}
