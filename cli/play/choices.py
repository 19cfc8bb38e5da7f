"""List the legal actions of a seat as numbered choices."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from rich.text import Text

from games.terminal import Choice
from games.terminal_kit.palette import QUIET_STYLE

CHOICES_SHOWN = 12
"""A longer row is abbreviated."""


class NumberedChoice(Struct, frozen=True):
    number: int
    choice: Choice


def number_choices(choices: Sequence[Choice]) -> list[NumberedChoice]:
    return [NumberedChoice(number, choice) for number, choice in enumerate(choices, start=1)]


def choice_lines(choices: Sequence[NumberedChoice], *, everything: bool = False) -> Iterator[Text]:
    """Yield the lines of each heading."""
    has_hidden = False
    for heading, group in groupby(choices, key=lambda numbered: numbered.choice.heading):
        in_group = list(group)
        first, last = in_group[0], in_group[-1]
        layout = first.choice.layout
        if layout == "lines":
            shown = [numbered for numbered in in_group if numbered.choice.is_shown or everything]
            yield Text(f" {heading}:", "bold")
            for numbered in shown:
                yield _numbered(numbered, numbered.choice.words, "   ")
            has_hidden = has_hidden or len(shown) < len(in_group)
        elif not first.choice.words:
            yield _numbered(first, heading, " ")
        elif len(in_group) > CHOICES_SHOWN and not everything:
            numbers = f"{first.number} to {last.number}"
            shown = in_group[:CHOICES_SHOWN] if layout == "ranked" else []
            rest = f"  ... {numbers}" if shown else f"  anywhere, {numbers}"
            yield Text.assemble((f" {heading}:", "bold"), *_row(shown), rest)
            has_hidden = True
        else:
            yield Text.assemble((f" {heading}:", "bold"), *_row(in_group))
    if has_hidden:
        yield Text(" Type `all` to list every choice.", QUIET_STYLE)


def _row(choices: Sequence[NumberedChoice]) -> list[Text]:
    return [_numbered(numbered, numbered.choice.words, "  ") for numbered in choices]


def _numbered(numbered: NumberedChoice, words: str, before: str) -> Text:
    return Text.assemble(before, (f"{numbered.number}", "bold cyan"), f" {words}")
