"""A plug-in that cannot be used is reported on one line by every command."""

from typing import NoReturn

import pytest
from msgspec.structs import replace

from cli.setup import installed
from games.registry import PluginError, plugins
from tests.cli.runner import error_from


def test_broken_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> NoReturn:
        raise PluginError("plug-in chess cannot be imported: ImportError: no board")

    monkeypatch.setattr(installed, "plugins", fail)

    for command in (("demo", "city"), ("settings",)):
        assert error_from(*command) == "plug-in chess cannot be imported: ImportError: no board"
    assert installed.terminals_or_none() == {}


def test_broken_terminal_ui(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> NoReturn:
        raise ImportError("no screen")

    chess = replace(plugins()["city"], terminal=fail)
    monkeypatch.setattr(installed, "plugins", lambda: {"chess": chess})

    assert error_from("demo", "chess") == (
        "the terminal UI of chess cannot be loaded: ImportError: no screen"
    )


def test_default_game_is_one_of_this_project() -> None:
    assert installed.default_game() is plugins()["city"]
