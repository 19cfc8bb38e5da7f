"""The folder of the built browser client."""

from pathlib import Path

from services.runtime.operations.settings import Settings

INDEX = "index.html"
_DEFAULT_FOLDER = Path(__file__).parents[3] / "web" / "dist"


def web_folder(settings: Settings) -> Path:
    return Path(settings.web_folder) if settings.web_folder else _DEFAULT_FOLDER


def is_built(settings: Settings) -> bool:
    return (web_folder(settings) / INDEX).is_file()
