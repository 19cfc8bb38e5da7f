"""Play and watch in the terminal: `play` and `watch`."""
