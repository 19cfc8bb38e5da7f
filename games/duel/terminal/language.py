"""The language of card names."""

from typing import Annotated

import typer

from games.duel.names import LANGUAGES, Language

CardLanguage = Annotated[Language, typer.Option("--lang", help="Language of card names.")]


def card_language(language: str) -> Language:
    """Return the language if there are card names in it, otherwise English."""
    return next((known for known in LANGUAGES if known == language), "en")
