"""Refuses names that a deny-list has."""

from services.runtime.access.denied_names import DeniedNames
from services.runtime.web.problems import rejected


async def require_allowed(denied_names: DeniedNames, platform: str, name: str) -> None:
    """Raise ProblemError if a platform's player may not have this name.

    The message is always the same: it must not tell what the lists hold."""
    if await denied_names.denies(platform, name):
        raise rejected("name_denied", "This name is not allowed. Choose another name.")
