"""All read models. Register a new one here and in `readmodels.generations.VERSIONS`."""

from services.projector.activity import Activity
from services.projector.model import Model
from services.projector.players import Players
from services.projector.standings import Standings
from services.projector.tables import Tables

MODELS: tuple[Model, ...] = (Tables(), Players(), Standings(), Activity())
