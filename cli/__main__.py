"""`python -m cli` is `bluemoon`: how we start processes of our own."""

from cli.main import app

app()
