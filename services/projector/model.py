"""The interface of read models: from folded commits to writes."""

from collections.abc import Sequence
from typing import Any, Protocol

from services.projector.folding import FoldedCommits
from services.runtime.readmodels.generations import ModelName
from services.runtime.readmodels.writer import Write, Writer


class Model(Protocol):
    """A read model. Equal commits give equal rows, however they are batched."""

    name: ModelName

    def changes(self, commits: FoldedCommits) -> Sequence[Any]:
        """Extract the changes that matter to this model. Must be pure. Errors park the table."""

    async def writes(self, writer: Writer, changes: Sequence[Any]) -> list[Write]:
        """Turn the changes of several tables into writes.

        May read rows through the writer: the writes fail if they have changed since."""

    def sort_key(self, change: Any) -> Any:
        """Return the key by which a rebuild sorts all changes, or None if their order is
        irrelevant."""
