"""Shell commands that can be pasted to run this program against this system."""

import os
import shutil
import sys
from pathlib import Path
from shlex import join, quote

from services.runtime.operations.settings import PREFIX, Settings, hide_password

NAME = "bluemoon"
LOCATING_SETTINGS = ("server", "data", "shards")
"""The settings that select the system a command uses."""


def shell_command(settings: Settings, *arguments: object) -> str:
    """Return a command line, preceded by the settings that differ from the defaults.

    An address with a password is left out: it must not be shown.
    """
    defaults = Settings()
    variables = [
        f"{PREFIX}{name.upper()}={quote(value)} "
        for name in LOCATING_SETTINGS
        if (value := str(getattr(settings, name))) != str(getattr(defaults, name))
        and hide_password(value) == value
    ]
    return "".join(variables) + join([*program(), *map(str, arguments)])


def program() -> list[str]:
    """Return how to call this program from the current folder, by name if it is on the PATH."""
    own_program = Path(sys.executable).with_name(NAME)
    if not own_program.exists():
        return [sys.executable, "-m", "cli"]
    on_path = shutil.which(NAME)
    if on_path is not None and Path(on_path).samefile(own_program):
        return [NAME]
    cwd = Path.cwd()
    is_below = own_program.is_relative_to(cwd)
    return [os.fspath(own_program.relative_to(cwd) if is_below else own_program)]
