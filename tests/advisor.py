"""Choose actions for the browser tests: reads JSON lines, writes the index of the bot's action.

    {"view": <response of get_view>, "level": "builder"}  ->  3

The browser tests play whole games in the page with these choices.
"""

import sys

import msgspec
from msgspec import Raw, Struct

from client.decoding import read_view
from games.dice import Dice
from games.registry import plugins


class Request(Struct):
    view: Raw
    level: str


def main() -> None:
    for line in sys.stdin:
        request = msgspec.json.decode(line, type=Request)
        view = read_view(bytes(request.view))
        assert view.viewer != "spectator", "only a seat can act"
        bot = plugins()[view.rulebook.game].bots[request.level]
        # Seeded by the request: games run in parallel, in no fixed order.
        pick = Dice.of_text(msgspec.json.encode(view.actions).decode()).picker("advice")
        choice = bot(view.table, view.viewer, view.actions, pick)
        sys.stdout.write(f"{view.actions.index(choice)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
