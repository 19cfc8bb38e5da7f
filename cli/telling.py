"""Printing commits one by one: in words, as a viewer may know them, or as they were written."""

import sys

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from cli import arguments
from cli.failure import Failure
from cli.folding import folded
from cli.narration import tell
from cli.palette import QUIET_STYLE
from cli.position import sentence_line
from games.city.names import Language
from games.history import Position
from games.history import replay as fold
from schemas.commit import AnyCommit
from schemas.table import AnyTable


class Teller(Struct, frozen=True):
    seen_as: str
    lang: Language
    as_json: bool

    def check(self, table: AnyTable) -> None:
        """Raises Failure when nobody at this table can be told like that."""
        if self.as_json and self.seen_as != arguments.WHOLE_TABLE:
            raise Failure("--json prints what was written: it goes without --as")
        arguments.viewer_named(self.seen_as, len(table.chairs))

    def tell(self, line: bytes, commit: AnyCommit, table: AnyTable) -> None:
        if self.as_json:
            sys.stdout.buffer.write(line + b"\n")
            sys.stdout.flush()
            return
        viewer = arguments.viewer_named(self.seen_as, len(table.chairs))
        console = Console(highlight=False)
        for sentence in tell(commit, table, viewer, self.lang):
            number = (f"{commit.seq:>5} ", QUIET_STYLE)
            console.print(Text.assemble(number, sentence_line(sentence)), soft_wrap=True)

    def tell_from(self, start: int, game: str, lines: list[tuple[int, bytes]]) -> Position:
        """Commits from one on, told as of the last position: then everyone has a name."""
        history = list(folded(game, lines, fold, exact=False))
        position = history[-1][1]
        assert position.table is not None
        self.check(position.table)
        for (_, line), (commit, _) in zip(lines, history, strict=True):
            if commit.seq >= start:
                self.tell(line, commit, position.table)
        return position
