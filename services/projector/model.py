"""What a read model is to the projector: from what happened in a game to writes."""

from collections.abc import Sequence
from typing import Any, Protocol

from services.projector.folding import Told
from services.projector.writing import Write
from services.runtime.connection import Client
from services.runtime.generations import Generation, ModelName


class Model(Protocol):
    """The same commits give the same rows, whether they come one by one or all at once."""

    name: ModelName

    def news(self, told: Told) -> Sequence[Any]:
        """What matters to this model. Pure: what it raises parks the game."""

    async def writes(
        self, client: Client, generation: Generation, news: Sequence[Any]
    ) -> list[Write]:
        """What the news of several games change. What is read here still holds when it is written:
        otherwise the write is refused."""

    def place(self, news: Any) -> Any:
        """Where these news belong among all, if the model depends on their order: a rebuild brings
        them in that order. None when it does not matter."""
