import type { GameUi } from "../game_ui/game_ui";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { DuelEvent } from "./types";
import { narrationWords } from "./words";

/** Narrate an event of a duel. Null for silent events. */
export const useNarrator: GameUi["useNarrator"] = ({ nameOf, playerOf, table }) => {
  const t = useTranslate(narrationWords);
  const language = useLanguage();
  const list = (cards: readonly string[]) => new Intl.ListFormat(language).format(cards.map(nameOf));
  const count = (cards: readonly string[] | number) => (typeof cards === "number" ? cards : cards.length);
  const isCard = (id: string) => nameOf(id) !== id;

  return (anyEvent) => {
    const event = anyEvent as DuelEvent;
    switch (event.type) {
      case "leaders_drawn":
        return t("leaders_drawn", {
          leaders: event.leaders
            .flatMap((people, seat) => (people === null ? [] : [`${playerOf(seat)} – ${nameOf(people)}`]))
            .join(", "),
        });
      case "decks_offered":
        return t("decks_offered", { number: event.number });
      case "deck_chosen":
      case "exchange_chosen":
        return t(event.type, { player: playerOf(event.seat) });
      case "duel_began":
        return t("duel_began", {
          number: event.number,
          leaders: event.leaders.map((leader, seat) => `${playerOf(seat)} – ${nameOf(leader)}`).join(", "),
          player: playerOf(event.start),
        });
      case "hand_exchanged":
        return t("hand_exchanged", { player: playerOf(event.seat), count: count(event.cards) });
      case "turn_began":
        return t(event.first ? "turn_began_first" : "turn_began", {
          number: event.number,
          player: playerOf(event.seat),
        });
      case "card_put_down": {
        const values = {
          player: playerOf(event.seat),
          card: nameOf(event.card),
          source: nameOf(event.source),
        };
        if (event.way === "intervention") return t("card_put_down_intervention", values);
        if (!event.use_text) return t("card_put_down_unused", values);
        if (event.way === "text") return t("card_put_down_text", values);
        return t(isCard(event.source) ? "card_put_down_from" : "card_put_down", values);
      }
      case "card_cancelled":
        return t("card_cancelled", {
          player: playerOf(event.seat),
          card: nameOf(event.card),
          by: nameOf(event.by),
        });
      case "combat_covered":
        return event.cards.length > 0
          ? t("combat_covered", {
              player: playerOf(event.seat),
              count: event.cards.length,
              cards: list(event.cards),
            })
          : null;
      case "bluff_put_down":
        return event.card === null
          ? t("bluff_put_down", { player: playerOf(event.seat) })
          : t("bluff_put_down_own", { player: playerOf(event.seat), card: nameOf(event.card) });
      case "card_loaded":
        return t("card_loaded", {
          player: playerOf(event.seat),
          card: nameOf(event.card),
          ship: nameOf(event.ship),
        });
      case "ship_landed":
        return t("ship_landed", { player: playerOf(event.seat), ship: nameOf(event.ship) });
      case "cards_drawn": {
        const player = playerOf(event.seat);
        if (count(event.cards) === 0) return null;
        if (event.source === "discard") {
          return t("cards_drawn_discard", { player, count: count(event.cards) });
        }
        return typeof event.cards === "number"
          ? t("cards_drawn", { player, count: event.cards })
          : t("cards_drawn_own", { player, cards: list(event.cards) });
      }
      case "cards_discarded": {
        const values = { player: playerOf(event.seat), cards: list(event.cards) };
        if (event.cards.length === 0) return null;
        if (event.blind) return t("cards_discarded_blind", values);
        return t(event.source === "deck" ? "cards_discarded_deck" : "cards_discarded", values);
      }
      case "cards_shown":
      case "bluffs_shown":
      case "cards_recycled":
      case "hand_revealed":
        return event.cards.length > 0
          ? t(event.type, { player: playerOf(event.seat), cards: list(event.cards) })
          : null;
      case "hand_recycled":
        return t("hand_recycled", { player: playerOf(event.seat), count: count(event.cards) });
      case "pile_recycled":
        return t("pile_recycled", { player: playerOf(event.seat) });
      case "deck_searched":
        return t(event.pile === "discard" ? "deck_searched_discard" : "deck_searched", {
          player: playerOf(event.seat),
        });
      case "card_found":
      case "card_returned":
      case "card_replaced":
      case "text_used":
      case "icon_granted":
      case "condition_waived":
        return t(event.type, { player: playerOf(event.seat), card: nameOf(event.card) });
      case "element_changed":
        return t(`element_changed_${event.element}`, { card: nameOf(event.card) });
      case "demand_paid":
      case "demand_failed":
        return t(event.type, { player: playerOf(event.seat), demand: nameOf(event.demand) });
      case "decision_asked": {
        const { by, reason } = event.decision;
        const player = playerOf(by);
        if (reason === "call_bluff" || reason === "intervene" || reason === "achievements_clash") {
          return t(`asked_${reason}`, { player });
        }
        return t("asked", { player, card: nameOf(reason) });
      }
      case "choice_made":
        return t("choice_made", {
          player: playerOf(event.seat),
          text: nameOf(event.choice.text),
          card: nameOf(event.choice.card),
        });
      case "choice_lost":
        return t("choice_lost", { player: playerOf(event.seat), text: nameOf(event.text) });
      case "power_announced": {
        const values = { player: playerOf(event.seat), power: event.power, opposing: event.opposing };
        if (event.starts_fight) return t(`power_announced_starts_${event.element}`, values);
        const behind = event.shielded && event.power < event.opposing;
        return t(
          behind ? `power_announced_shielded_${event.element}` : `power_announced_${event.element}`,
          values,
        );
      }
      case "bluffs_called":
        return t(event.honest ? "bluffs_called_honest" : "bluffs_called_lie", {
          player: playerOf(event.seat),
          cards: list(event.cards),
        });
      case "dragon_gained":
        return isCard(event.reason)
          ? t("dragon_gained_by", { player: playerOf(event.seat), card: nameOf(event.reason) })
          : t("dragon_gained", { player: playerOf(event.seat) });
      case "fight_ended":
        return t(`fight_ended_${event.how}`, {
          player: playerOf(event.winner),
          loser: playerOf(1 - event.winner),
        });
      case "fight_declined":
      case "turn_rewound":
        return t(event.type, { player: playerOf(event.seat) });
      case "duel_ended":
        return t(`duel_ended_${event.reason}`, {
          player: playerOf(event.winner),
          loser: playerOf(1 - event.winner),
          count: event.crystals,
        });
      case "game_ended": {
        const winners = (event.results ?? table.results).filter(({ won }) => won);
        return t("game_ended", {
          player: new Intl.ListFormat(language).format(winners.map(({ seat }) => playerOf(seat))),
        });
      }
      default:
        return null;
    }
  };
};

/** Events without a text: bookkeeping, or explained by the next event. */
export const SILENT_EVENTS: readonly DuelEvent["type"][] = [
  "phase_entered",
  "card_activated",
  "deck_shuffled",
  "pile_shuffled",
  "hand_shuffled",
  "decision_made",
  "turn_ended",
];
