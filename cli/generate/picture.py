"""Draw a position of a demo game as an SVG file for the README.

    python -m cli.generate.picture city 7 118 docs/pictures/demo.svg

The arguments are the game, the seed, the commit and the file.
The output is deterministic and references no external resources.
"""

import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from cli.drawing.picture import draw, narrate_commit
from cli.setup.game_setup import SetupOptions, build_setup
from games.playout import play_out
from games.terminal import Sentence

COLUMNS = 120
LOG_LINES = 6

# Rich's own format loads a web font; here any monospaced font will do.
SVG_FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix" xml:space="preserve">
{matrix}
</g>
</g>
</svg>
"""
THEME = TerminalTheme(
    (16, 20, 28),
    (214, 218, 226),
    [(16, 20, 28)] * 8,
    [(214, 218, 226)] * 8,
)


def svg(game: str, seed: int, commit_number: int) -> str:
    setup = build_setup(SetupOptions(game, seed))
    sentences: list[Sentence] = []
    for commit, position in play_out(setup.playout(0)):
        assert position.table is not None
        sentences += narrate_commit(commit, position.table, None, "en")
        if commit.seq == commit_number:
            picture = draw(position.table, f"table {position.table_id}", sentences[-LOG_LINES:])
            console = Console(
                record=True,
                width=COLUMNS,
                file=StringIO(),
                force_terminal=True,
                color_system="truecolor",
                _environ={},
            )
            console.print(picture)
            return console.export_svg(
                title=f"bluemoon demo {game} --seed {seed}",
                theme=THEME,
                code_format=SVG_FORMAT,
                unique_id="bluemoon",
            )
    raise AssertionError(f"the game has no commit {commit_number}")


if __name__ == "__main__":
    game, seed, commit_number, path = sys.argv[1:]
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(svg(game, int(seed), int(commit_number)), encoding="utf-8", newline="\n")
