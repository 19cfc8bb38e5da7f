"""The models there are. Adding one is a line here, and its name and version with the others."""

from services.projector.activity import Days
from services.projector.model import Model
from services.projector.players import Players
from services.projector.standings import Standings
from services.projector.tables import Tables

MODELS: tuple[Model, ...] = (Tables(), Players(), Standings(), Days())
