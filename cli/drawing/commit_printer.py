"""Print commits one by one: narrated for a viewer, or as stored."""

from collections.abc import Mapping

import typer
from msgspec import Struct
from rich.text import Text

from cli import arguments
from cli.drawing.picture import narrate_commit
from cli.history.commit_replay import replay_lines
from games.history import Position, replay
from games.names import table_with_names
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.json_output import escape_json
from games.terminal_kit.palette import QUIET_STYLE
from games.terminal_kit.scene import sentence_line
from schemas.commit import AnyCommit
from schemas.table import AnyTable


class CommitPrinter(Struct, frozen=True):
    view_as: str
    lang: str
    as_json: bool
    names: Mapping[str, str] = {}
    """Player id -> name."""

    def check(self, table: AnyTable) -> None:
        """Raises CommandLineError if the options do not fit the table."""
        if self.as_json and self.view_as != arguments.WHOLE_TABLE:
            raise CommandLineError("--json prints stored commits and cannot be combined with --as")
        arguments.parse_viewer(self.view_as, len(table.seats))

    def print_commit(self, line: bytes, commit: AnyCommit, table: AnyTable) -> None:
        if self.as_json:
            typer.echo(escape_json(line.decode()))
            return
        table = table_with_names(table, self.names)
        viewer = arguments.parse_viewer(self.view_as, len(table.seats))
        console = plain_console()
        for sentence in narrate_commit(commit, table, viewer, self.lang):
            number = (f"{commit.seq:>5} ", QUIET_STYLE)
            console.print(Text.assemble(number, sentence_line(sentence)), soft_wrap=True)

    def print_from(self, start: int, table_id: str, lines: list[tuple[int, bytes]]) -> Position:
        """Print the commits from `start` on and return the last position.

        Players are named as of the last position, so every seat that was ever taken has a name.
        """
        history = list(replay_lines(table_id, lines, replay, exact=False))
        position = history[-1][1]
        assert position.table is not None
        self.check(position.table)
        for (_, line), (commit, _) in zip(lines, history, strict=True):
            if commit.seq >= start:
                self.print_commit(line, commit, position.table)
        return position
