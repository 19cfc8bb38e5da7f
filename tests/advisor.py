"""What a bot would do, for tests that play by hand: a line of JSON in, the number of an action out.

    {"view": <answer of get_view>, "actions": [...], "level": "builder"}  ->  3

The browser tests play whole games through the page; sense comes from here, clicks from them.
"""

import sys
from typing import Any

import msgspec
from msgspec import Raw, Struct

from client.decoding import read_actions, read_view
from games.bot_levels import BOTS_OF
from games.dice import Dice


class Question(Struct):
    view: Raw
    actions: list[Any]
    level: str


def main() -> None:
    pick = Dice.of_text("advice").picker("advice")
    for line in sys.stdin:
        question = msgspec.json.decode(line, type=Question)
        view = read_view(bytes(question.view))
        assert view.viewer != "spectator", "only a seat has something to choose"
        actions = read_actions(view.game, question.actions)
        bot = BOTS_OF[view.game.id][question.level]
        choice = bot(view.table, view.viewer, actions, pick)
        sys.stdout.write(f"{actions.index(choice)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
