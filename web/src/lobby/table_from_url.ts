import { ownDecks } from "../duel/own_decks";
import { isGameId, type GameId } from "../game_ui/game_ui";

/** A preset for the dialog that opens a table. */
export interface TablePreset {
  gameId: GameId;
  options: Record<string, unknown>;
}

/** The opponent's default deck. */
const OTHER_DECK = "hoax";

/**
 * Parse a lobby URL: `?game=duel&deck=NAME` presets a duel with an own deck, `?game=city` a game of City.
 * Unknown decks are ignored.
 */
export function tablePresetFromUrl(search: string): TablePreset | null {
  const query = new URLSearchParams(search);
  const gameId = query.get("game") ?? "";
  if (!isGameId(gameId)) return null;
  const deck = gameId === "duel" ? ownDecks().find(({ name }) => name === query.get("deck")) : undefined;
  if (!deck) return { gameId, options: {} };
  const { leader, inquisitor, cards } = deck;
  return { gameId, options: { decks: [{ leader, inquisitor, cards }, OTHER_DECK] } };
}
