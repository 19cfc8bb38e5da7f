"""Every card by id: nine peoples, the mutants, and what we know of the emissary sets."""

from games.duel.card import Card
from games.duel.cards.aqua import AQUA
from games.duel.cards.buka import BUKA
from games.duel.cards.emissaries import EMISSARIES
from games.duel.cards.flit import FLIT
from games.duel.cards.hoax import HOAX
from games.duel.cards.khind import KHIND
from games.duel.cards.mimix import MIMIX
from games.duel.cards.mutants import MUTANTS
from games.duel.cards.pillar import PILLAR
from games.duel.cards.terrah import TERRAH
from games.duel.cards.vulca import VULCA
from schemas.duel.terms import CardId

CARDS: dict[CardId, Card] = {
    card.id: card
    for cards in (HOAX, VULCA, MIMIX, FLIT, KHIND, TERRAH, PILLAR, AQUA, BUKA, MUTANTS, EMISSARIES)
    for card in cards
}
