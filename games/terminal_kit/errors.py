"""Errors that a command reports: one line on stderr, and exit code 2."""

from typer import TyperException

MESSAGE_CHARS_MAX = 600


class CommandLineError(TyperException):
    """The command cannot be carried out. The message says where, what and why."""

    exit_code = 2


def printable(text: str) -> str:
    """Return the text on one line, with control characters escaped.

    Text from a file or a player must not control the terminal.
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def error_line(message: str) -> str:
    """Return a printable message of limited length."""
    line = printable(message)
    return line if len(line) <= MESSAGE_CHARS_MAX else f"{line[: MESSAGE_CHARS_MAX - 1]}…"
