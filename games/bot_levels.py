"""Until the command line has moved to plug-ins."""

from games.registry import plugins

BOTS_OF = {game: plugin.bots for game, plugin in plugins().items()}
