"""How a command says no: one line on the error stream, and exit code 2."""

from typer import TyperException

MESSAGE_CHARS_MAX = 600


class Failure(TyperException):
    """What the user asked for can't be done. The message says where, what and why."""

    exit_code = 2


def printable(text: str) -> str:
    """The text on one line. What came out of a file must not steer the terminal it is shown on."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def error_line(message: str) -> str:
    line = printable(message)
    return line if len(line) <= MESSAGE_CHARS_MAX else f"{line[: MESSAGE_CHARS_MAX - 1]}…"
