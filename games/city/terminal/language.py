"""The language of tile names."""

from games.city.names import LANGUAGES, Language


def city_language(language: str) -> Language:
    """Return the language if there are tile names in it, otherwise English."""
    return next((known for known in LANGUAGES if known == language), "en")
