import type { CityLabels } from "./labels";
import type { Action, CityFigures, CityPieces, Power } from "./types";

/** Return the label of the button that sends an action. */
export function actionLabel(
  labels: CityLabels,
  action: Action,
  figures: CityFigures | null,
  pieces: CityPieces,
): string {
  const { t } = labels;
  const cardWith = (power: Power) => {
    const piece = pieces.cards.find((card) => card.powers.includes(power));
    return piece ? { card: labels.card(piece.id), n: piece.amount ?? 0 } : { card: "", n: 0 };
  };
  switch (action.type) {
    case "walk":
      return t("doWalk");
    case "fly":
      return t("doFly", cardWith("fly"));
    case "leap":
      return t("doLeap");
    case "move_dragon": {
      const people = pieces.cards.find((piece) => piece.id === action.card)?.people;
      const dragon = pieces.peoples.find((piece) => piece.people === people)?.dragon;
      return t("doDragon", { dragon: dragon ? labels.dragon(dragon) : "", card: labels.card(action.card) });
    }
    case "hasten":
      return t("doHasten", cardWith("hasten"));
    case "contribute":
      return t("doContribute", { cards: labels.cards(action.cards) });
    case "offer": {
      const pillar = action.pillar ?? null;
      const n = figures?.offering_costs.find((cost) => cost.pillar === pillar)?.crystals;
      const card = pillar ? labels.card(pillar) : "";
      if (n === undefined) return t(pillar ? "doOfferMoreWithoutCost" : "doOfferWithoutCost", { card });
      return t(pillar ? "doOfferMore" : "doOffer", { n, card });
    }
    case "declare_stalemate":
      return t("doStalemate");
    case "discard":
      return t("doDiscard");
    case "draw":
      return figures ? t("doDraw", { n: figures.draws }) : t("doDrawEnd");
    default:
      return action.type;
  }
}
