import type { AnyEvent, Face } from "../faces/face";
import { speechOf, type Speech } from "./speech";
import { countOf, type Card, type CityEvent, type EventOf } from "./wire";
import { useCityWords } from "./words";

/** What an event of the city means, as a sentence; null for what needs no words. */
export function tellEvent(speech: Speech, event: CityEvent): string | null {
  const { t } = speech;
  const by = (seat: number) => ({ player: speech.player(seat) });
  switch (event.type) {
    case "city_founded":
      return t("toldFounded", by(event.start));
    case "hand_dealt":
      return t("toldDealt", { ...by(event.seat), n: countOf(event.cards) });
    case "turn_began":
      return t("toldTurn", { ...by(event.seat), n: event.number });
    case "figure_moved":
      return tellFigure(speech, event);
    case "steps_gained":
      return t("toldSteps", { ...by(event.seat), card: speech.card(event.card), n: event.steps });
    case "dragon_moved":
      return t("toldDragon", {
        ...by(event.seat),
        dragon: speech.dragon(event.dragon),
        tile: speech.tile(event.to),
        card: speech.card(event.card),
      });
    case "stone_placed":
      return t("toldStone", {
        ...by(event.seat),
        tile: speech.tile(event.tile),
        cards: speech.cards(event.cards),
      });
    case "reward_gained":
      return tellReward(speech, event);
    case "scales_gained":
      return t("toldScales", { ...by(event.seat), n: event.scales, tile: speech.tile(event.tile) });
    case "scales_scored":
      return tellScoring(speech, event);
    case "building_finished":
      return t("toldFinished", { tile: speech.tile(event.tile) });
    case "offering_made":
      return t(event.pillar ? "toldOfferingMore" : "toldOffering", {
        ...by(event.seat),
        n: event.crystals,
        card: event.pillar ? speech.card(event.pillar) : "",
      });
    case "stalemate_declared":
      return t("toldStalemate", by(event.seat));
    case "card_discarded":
      return t("toldDiscarded", { ...by(event.seat), card: speech.card(event.card) });
    case "deck_shuffled":
      return t("toldShuffled");
    case "cards_drawn":
      return tellCards(speech, event.seat, event.cards, "toldDrewKnown", "toldDrew");
    case "cards_set_aside":
      return t("toldSetAside", { ...by(event.seat), n: countOf(event.cards) });
    case "aside_taken":
      return tellCards(speech, event.seat, event.cards, "toldTookAsideKnown", "toldTookAside");
    case "seat_withdrawn":
      return t("toldWithdrawn", { ...by(event.seat), n: event.cards.length });
    case "game_ended":
      return tellEnd(speech, event.reason);
    default:
      return null;
  }
}

function tellFigure(speech: Speech, event: EventOf<"figure_moved">): string {
  const values = { player: speech.player(event.seat), tile: speech.tile(event.to) };
  if (event.card) return speech.t("toldFlew", { ...values, card: speech.card(event.card) });
  return speech.t(event.steps > 0 ? "toldWalked" : "toldLeapt", values);
}

const REWARD_WORDS = {
  star: "toldRewardStar",
  participant: "toldRewardParticipant",
  neighbour: "toldRewardNeighbour",
} as const;

function tellReward(speech: Speech, event: EventOf<"reward_gained">): string | null {
  const reward = speech.reward(event.reward);
  if (!reward) return null;
  return speech.t(REWARD_WORDS[event.kind], {
    player: speech.player(event.seat),
    tile: speech.tile(event.kind === "neighbour" ? event.source : event.tile),
    reward,
  });
}

function tellScoring(speech: Speech, event: EventOf<"scales_scored">): string {
  const scores = event.scores
    .filter((score) => score.crystals > 0)
    .map((score) => `${speech.player(score.seat)} ${speech.t("crystals", { n: score.crystals })}`);
  return speech.t("toldScoring", { scores: speech.list(scores) });
}

function tellCards(
  speech: Speech,
  seat: number,
  cards: readonly Card[] | number,
  known: "toldDrewKnown" | "toldTookAsideKnown",
  hidden: "toldDrew" | "toldTookAside",
): string | null {
  const player = speech.player(seat);
  const n = countOf(cards);
  if (n === 0) return null;
  return typeof cards === "number"
    ? speech.t(hidden, { player, n })
    : speech.t(known, { player, cards: speech.cards(cards) });
}

const END_WORDS = {
  obelisk: "toldEndObelisk",
  city_finished: "toldEndFinished",
  stalemate: "toldEndStalemate",
  no_stones: "toldEndNoStones",
  resignation: "toldEndResignation",
} as const;

const tellEnd = (speech: Speech, reason: string): string =>
  speech.t(reason in END_WORDS ? END_WORDS[reason as keyof typeof END_WORDS] : "toldEnd");

export const useTeller: Face["useTeller"] = ({ nameOf, playerOf }) => {
  const { t, language } = useCityWords();
  const speech = speechOf(t, language, nameOf, playerOf);
  return (event: AnyEvent) => tellEvent(speech, event as CityEvent);
};
