"""The legal actions of a seat, each in one canonical form."""

from itertools import combinations

from games.duel.announcing import why_not_announce
from games.duel.bluffs import why_not_discard_bluff
from games.duel.cards import CARDS
from games.duel.decisions import answers, least_answer
from games.duel.demands import caterpillars, doubling_texts, possible_payments
from games.duel.phases import is_past, why_not_reach
from games.duel.plays import (
    BLUFF_ICONS,
    judge_bluff,
    judge_load,
    judge_play,
    may_be_left_unused,
    might_cover,
    might_join,
)
from games.duel.prepared_decks import decks_held
from games.duel.reading import ACTION_TYPES, FIGHT_TYPES, Reading, reading_of
from games.duel.refusals import DuelCode
from games.duel.replacing import may_draw, replaceable
from games.duel.retreat import DECLINED_CARDS_MAX
from games.duel.retrieving import why_not_retrieve
from games.duel.rewinding import why_not_rewind
from games.duel.ships import why_not_land
from games.duel.targets import chosen_targets, several_texts
from games.duel.using import counts_of, why_not_use
from games.duel.values import announceable, characters, targeted
from schemas.duel.actions import (
    AnnouncePower,
    ChooseDeck,
    Concede,
    DeclineFight,
    DiscardBluff,
    FinishPhase,
    LandShip,
    LoadShip,
    Mulligan,
    PayDemand,
    PlayAction,
    PlayBluff,
    PlayCard,
    ReplaceCard,
    Retreat,
    RetrieveCard,
    RewindTurn,
    Target,
    UseText,
)
from schemas.duel.state import DuelState
from schemas.duel.terms import CardType, HiddenCards


def legal_actions(state: DuelState, seat: int) -> list[PlayAction]:
    if state.stage == "decks":
        return [ChooseDeck(number) for number in range(decks_held(state, seat))]
    if state.stage == "mulligan":
        return _mulligans(state, seat)
    reading = reading_of(state)
    if state.decision is not None:
        return answers(reading, state.decision)
    actions = _plays(reading, seat)
    phase = state.turn.phase
    if phase == "turn_start":
        actions += _starts(reading, seat)
    if not is_past(phase, "action"):
        actions += _replacements(reading, seat)
    if not is_past(phase, "retreat_or_decline"):
        actions += _ways_out(reading, seat)
    if not is_past(phase, "booster_support"):
        actions += [PayDemand(demand, cards) for demand, cards in possible_payments(reading, seat)]
    actions += [
        UseText(card, count)
        for card, _ in reading.texts(seat)
        if not why_not_use(reading, seat, card)
        for count in counts_of(card)
    ]
    if not is_past(phase, "announce") and not why_not_reach(reading, "announce"):
        actions += announcements(reading, seat)
    if phase != "announce" and not _why_not_finish(reading):
        actions.append(FinishPhase())
    if phase in ("character", "booster_support"):
        # A seat that cannot go on rewinds the turn, or has lost (R17.3, R17.8).
        actions.append(Concede() if why_not_rewind(reading) else RewindTurn())
    return actions


def _mulligans(state: DuelState, seat: int) -> list[PlayAction]:
    hand = state.sides[seat].hand
    return [
        Mulligan(HiddenCards(cards))
        for size in range(len(hand) + 1)
        for cards in combinations(hand, size)
    ]


def _why_not_finish(reading: Reading) -> DuelCode | None:
    phase = reading.state.turn.phase
    if phase == "retreat_or_decline":
        return why_not_reach(reading, "character")
    if phase == "character":
        return why_not_reach(reading, "booster_support")
    if phase == "booster_support":
        return why_not_reach(reading, "after_booster_support")
    return None


def _starts(reading: Reading, seat: int) -> list[PlayAction]:
    side = reading.side(seat)
    actions: list[PlayAction] = [
        RetrieveCard(card)
        for card in (*side.active, *side.support)
        if not why_not_retrieve(reading, seat, card)
    ]
    actions += [
        DiscardBluff(bluff.handle)
        for bluff in side.bluffs
        if not why_not_discard_bluff(reading, seat, bluff.handle)
    ]
    actions += [
        LandShip(vessel.card)
        for vessel in side.influence
        if not why_not_land(reading, seat, vessel.card)
    ]
    return actions


def _replacements(reading: Reading, seat: int) -> list[PlayAction]:
    cards = replaceable(reading, seat)
    drawing = (True, False) if cards and may_draw(reading, seat) else (False,)
    return [ReplaceCard(card, draw) for card in cards for draw in drawing]


def _ways_out(reading: Reading, seat: int) -> list[PlayAction]:
    if reading.state.fight:
        return [Retreat()]
    hand = reading.side(seat).hand
    if not hand:
        return [DeclineFight(())]
    return [
        DeclineFight(cards)
        for size in range(1, DECLINED_CARDS_MAX + 1)
        for cards in combinations(hand, size)
    ]


def _plays(reading: Reading, seat: int) -> list[PlayAction]:
    side = reading.side(seat)
    if is_past(reading.state.turn.phase, "booster_support"):
        return []
    actions: list[PlayAction] = []
    ships = [vessel.card for vessel in side.influence if CARDS[vessel.card].type == "ship"]
    loaded = [card for vessel in side.landed for card in vessel.load]
    moments = _moments(reading)
    for card in (*side.hand, *loaded):
        kind = CARDS[card].type
        if kind in moments and (kind != "character" or might_join(reading.state.turn, card)):
            for use_text in (True, False) if may_be_left_unused(card) else (True,):
                if not isinstance(judge_play(reading, seat, card, use_text=use_text), str):
                    actions.append(PlayCard(card, use_text))
            if might_cover(reading, card) and not isinstance(
                judge_play(reading, seat, card, use_text=True, cover=True), str
            ):
                actions.append(PlayCard(card, cover=True))
        if "support" not in moments:
            continue
        bluffing = BLUFF_ICONS.intersection(CARDS[card].icons)
        if bluffing and not isinstance(judge_bluff(reading, seat, card), str):
            actions.append(PlayBluff(card))
        if CARDS[card].type in FIGHT_TYPES:
            actions += [
                LoadShip(card, ship)
                for ship in ships
                if not isinstance(judge_load(reading, seat, card, ship), str)
            ]
    return actions


def _moments(reading: Reading) -> tuple[CardType, ...]:
    """The types of cards that may be playable now; other cards need not be judged."""
    turn = reading.state.turn
    types: tuple[CardType, ...] = ()
    if not turn.acted and not is_past(turn.phase, "action"):
        types += ACTION_TYPES
    if not turn.stopped and not is_past(turn.phase, "character"):
        types += ("character",)
    return types if why_not_reach(reading, "booster_support") else (*types, "booster", "support")


def announcements(reading: Reading, seat: int) -> list[PlayAction]:
    """With the best targets, and with every other choice that is free (R21.3)."""
    actions: list[PlayAction] = []
    for element in announceable(reading, seat):
        named = None if reading.state.fight else element
        plain = AnnouncePower(named)
        actions.append(plain)
        free = [(text, caterpillars(reading, seat)) for text in doubling_texts(reading, seat)]
        if not several_texts(reading, seat):
            free += [(text, characters(reading, seat)) for text, _ in targeted(reading, seat)]
        if not free:
            continue
        best = chosen_targets(reading, seat, element, ())
        assert not isinstance(best, str), "the best targets are allowed"
        for text, cards in free:
            for card in cards:
                action = AnnouncePower(named, (Target(text, card),))
                if best.get(text) != card and not why_not_announce(reading, seat, action):
                    actions.append(action)
    return actions


def least_action(state: DuelState, seat: int) -> PlayAction:
    """The smallest action that the seat may take. Repeating it passes the turn on."""
    if state.stage == "decks":
        return ChooseDeck(state.sides[seat].deck_number)
    if state.stage == "mulligan":
        return Mulligan(HiddenCards())
    if state.decision is not None:
        return least_answer(state.decision)
    reading = reading_of(state)
    phase = state.turn.phase
    if phase in ("refill", "end_of_turn"):
        return FinishPhase()
    if not is_past(phase, "retreat_or_decline"):
        return Retreat() if state.fight else DeclineFight(reading.side(seat).hand[:1])
    if not why_not_reach(reading, "announce"):
        return announcements(reading, seat)[0]
    return Concede() if why_not_rewind(reading) else RewindTurn()
