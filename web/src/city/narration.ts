import type { GameUi } from "../game_ui/game_ui";
import type { AnyEvent } from "../table/table_view";
import { createLabels, type CityLabels } from "./labels";
import { countOf, type Card, type CityEvent, type EventOf } from "./types";
import { useCityWords } from "./words";

/** Narrate an event of the city. Null for events without a text. */
export function narrateEvent(labels: CityLabels, event: CityEvent): string | null {
  const { t } = labels;
  const by = (seat: number) => ({ player: labels.player(seat) });
  switch (event.type) {
    case "city_founded":
      return t("eventFounded", by(event.start));
    case "hand_dealt":
      return t("eventDealt", { ...by(event.seat), n: countOf(event.cards) });
    case "turn_began":
      return t("eventTurn", { ...by(event.seat), n: event.number });
    case "figure_moved":
      return narrateFigure(labels, event);
    case "steps_gained":
      return t("eventSteps", { ...by(event.seat), card: labels.card(event.card), n: event.steps });
    case "dragon_moved":
      return t("eventDragon", {
        ...by(event.seat),
        dragon: labels.dragon(event.dragon),
        tile: labels.tile(event.to),
        card: labels.card(event.card),
      });
    case "stone_placed":
      return t("eventStone", {
        ...by(event.seat),
        tile: labels.tile(event.tile),
        cards: labels.cards(event.cards),
      });
    case "reward_gained":
      return narrateReward(labels, event);
    case "scales_gained":
      return t("eventScales", { ...by(event.seat), n: event.scales, tile: labels.tile(event.tile) });
    case "scales_scored":
      return narrateScoring(labels, event);
    case "building_finished":
      return t("eventFinished", { tile: labels.tile(event.tile) });
    case "offering_made":
      return t(event.pillar ? "eventOfferingMore" : "eventOffering", {
        ...by(event.seat),
        n: event.crystals,
        card: event.pillar ? labels.card(event.pillar) : "",
      });
    case "stalemate_declared":
      return t("eventStalemate", by(event.seat));
    case "card_discarded":
      return t("eventDiscarded", { ...by(event.seat), card: labels.card(event.card) });
    case "deck_shuffled":
      return t("eventShuffled");
    case "cards_drawn":
      return narrateCards(labels, event.seat, event.cards, "eventDrewKnown", "eventDrew");
    case "cards_set_aside":
      return t("eventSetAside", { ...by(event.seat), n: countOf(event.cards) });
    case "aside_taken":
      return narrateCards(labels, event.seat, event.cards, "eventTookAsideKnown", "eventTookAside");
    case "seat_withdrawn":
      return t("eventWithdrawn", { ...by(event.seat), n: event.cards.length });
    case "game_ended":
      return narrateEnd(labels, event.reason);
    default:
      return null;
  }
}

function narrateFigure(labels: CityLabels, event: EventOf<"figure_moved">): string {
  const values = { player: labels.player(event.seat), tile: labels.tile(event.to) };
  if (event.card) return labels.t("eventFlew", { ...values, card: labels.card(event.card) });
  return labels.t(event.steps > 0 ? "eventWalked" : "eventLeapt", values);
}

const REWARD_KEYS = {
  star: "eventRewardStar",
  participant: "eventRewardParticipant",
  neighbour: "eventRewardNeighbour",
} as const;

function narrateReward(labels: CityLabels, event: EventOf<"reward_gained">): string | null {
  const reward = labels.reward(event.reward);
  if (!reward) return null;
  return labels.t(REWARD_KEYS[event.kind], {
    player: labels.player(event.seat),
    tile: labels.tile(event.kind === "neighbour" ? event.source : event.tile),
    reward,
  });
}

function narrateScoring(labels: CityLabels, event: EventOf<"scales_scored">): string {
  const scores = event.scores
    .filter((score) => score.crystals > 0)
    .map((score) => `${labels.player(score.seat)} ${labels.t("crystals", { n: score.crystals })}`);
  return labels.t("eventScoring", { scores: labels.list(scores) });
}

function narrateCards(
  labels: CityLabels,
  seat: number,
  cards: readonly Card[] | number,
  knownKey: "eventDrewKnown" | "eventTookAsideKnown",
  hiddenKey: "eventDrew" | "eventTookAside",
): string | null {
  const player = labels.player(seat);
  const n = countOf(cards);
  if (n === 0) return null;
  return typeof cards === "number"
    ? labels.t(hiddenKey, { player, n })
    : labels.t(knownKey, { player, n, cards: labels.cards(cards) });
}

const END_KEYS = {
  obelisk: "eventEndObelisk",
  city_finished: "eventEndFinished",
  stalemate: "eventEndStalemate",
  no_stones: "eventEndNoStones",
  resignation: "eventEndResignation",
} as const;

const narrateEnd = (labels: CityLabels, reason: string): string =>
  labels.t(reason in END_KEYS ? END_KEYS[reason as keyof typeof END_KEYS] : "eventEnd");

export const useNarrator: GameUi["useNarrator"] = ({ nameOf, playerOf }) => {
  const { t, language } = useCityWords();
  const labels = createLabels(t, language, nameOf, playerOf);
  return (event: AnyEvent) => narrateEvent(labels, event as CityEvent);
};
