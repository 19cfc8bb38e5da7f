"""How the rules of Blue Moon changed from version to version.

Rule numbers (R28.18) refer to `docs/rules/duel.md`. The rules check an amendment where the rule is
decided: `if state.follows("name")`.
"""

from schemas.duel.terms import DuelAmendment
from schemas.rules import Amendment


def _amendment(name: DuelAmendment, rule: str, change: str) -> Amendment:
    return Amendment(name, rule, change)


FIRST: tuple[Amendment, ...] = ()
"""`duel/1`: as first released."""

SECOND = (
    *FIRST,
    _amendment(
        "mirrored-payments",
        "R28.18",
        "If both players have Irresistible Sirens, what one pays no longer counts for the other.",
    ),
    _amendment(
        "entreat-favor",
        "R32.21",
        "Limits of the hand no longer prevent the search of Entreat Favor.",
    ),
    _amendment(
        "protected-survivor",
        "R32.13",
        "Drown Resistance may leave a PROTECTED character as the one that stays.",
    ),
    _amendment(
        "gang-may-cover",
        "R22.21",
        "A gang member may be played like any character, and then covers the gang.",
    ),
    _amendment(
        "fight-needs-character",
        "R6.8",
        "A player without a character can no longer go on to the character phase.",
    ),
    _amendment(
        "known-interventions",
        "R26.8",
        "Players are asked for interventions only if a deck can contain one.",
    ),
    _amendment(
        "own-decks",
        "R2.7",
        "Players can bring their own decks when they sit down, or draw a leader at random.",
    ),
    _amendment(
        "inquisitors",
        "R33.11",
        "Decks can have the inquisitors Serpent Tongue and Thunder Fist.",
    ),
    _amendment(
        "hyla-per-player",
        "R27.1",
        "A new hyla replaces the player's own one, no longer that of the opponent.",
    ),
)
"""`duel/2`."""
