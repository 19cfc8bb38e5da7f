"""Where the browser client lies once it is built."""

from pathlib import Path

from services.runtime.settings import Settings

INDEX = "index.html"
_BUILT_HERE = Path(__file__).parents[2] / "web" / "dist"


def web_folder(settings: Settings) -> Path:
    return Path(settings.web_folder) if settings.web_folder else _BUILT_HERE


def is_built(settings: Settings) -> bool:
    return (web_folder(settings) / INDEX).is_file()
