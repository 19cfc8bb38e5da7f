"""Choose actions for the browser tests: reads JSON lines, writes the index of the bot's action.

    {"view": <response of get_view>, "actions": [...], "level": "builder"}  ->  3

The browser tests play whole games in the page with these choices.
"""

import sys
from typing import Any

import msgspec
from msgspec import Raw, Struct

from client.decoding import read_actions, read_view
from games.dice import Dice
from games.registry import plugins


class Request(Struct):
    view: Raw
    actions: list[Any]
    level: str


def main() -> None:
    for line in sys.stdin:
        request = msgspec.json.decode(line, type=Request)
        view = read_view(bytes(request.view))
        assert view.viewer != "spectator", "only a seat can act"
        actions = read_actions(view.rulebook, request.actions)
        bot = plugins()[view.rulebook.game].bots[request.level]
        # Seeded by the request: games run in parallel, in no fixed order.
        pick = Dice.of_text(msgspec.json.encode(request.actions).decode()).picker("advice")
        choice = bot(view.table, view.viewer, actions, pick)
        sys.stdout.write(f"{actions.index(choice)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
