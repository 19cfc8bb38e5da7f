"""Run `bluemoon` as `python -m cli`; `bluemoon up` starts its services this way."""

from cli.main import app

app()
