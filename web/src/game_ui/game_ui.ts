import type { CatalogueGame } from "../contract/gateway";
import type { ComponentType } from "react";
import type { AnyAction, AnyCommit, AnyEvent, AnyView, BoardProps } from "../table/table_view";
import type { Language } from "../words/language";

// Each game UI has its own view, pieces and action types; the table passes them through.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
export type AnyBoardProps = BoardProps<AnyView, Any, Any, AnyAction, AnyCommit>;

/** What a narrator needs to know about a table. */
export interface NarrationContext {
  table: AnyView;
  nameOf: (id: string) => string;
  /** The name of a seat's player, or a label for an empty seat. */
  playerOf: (seat: number) => string;
}

/** What a player brings to a seat, in the game's wire format. */
export type BroughtDeck = Record<string, unknown>;

export interface DeckProps {
  /** Null: the player brings none. */
  deck: BroughtDeck | null;
  change: (deck: BroughtDeck | null) => void;
}

export interface OptionsProps {
  /** The game with the JSON Schema of its options. */
  game: CatalogueGame;
  /** The options in wire format. */
  options: Record<string, unknown>;
  /** Number of seats. */
  seats: number;
  change: (options: Record<string, unknown>) => void;
  /** What the opener brings to the own seat. */
  deck: BroughtDeck | null;
  changeDeck: (deck: BroughtDeck | null) => void;
}

/** A game's part of the client at the table and in replays. */
export interface GameUi {
  Board: ComponentType<AnyBoardProps>;
  /** Hook: return a function that narrates an event; null for silent events. */
  useNarrator: (context: NarrationContext) => (event: AnyEvent) => string | null;
  /** Whether the event is marked on the replay bar. */
  isTurningPoint: (event: AnyEvent) => boolean;
  /** Hook: return the label of a part of the final score. */
  useScoreName: (game: string) => (part: string) => string;
}

/** How a game looks in the lobby and in lists of tables. */
export interface GamePresentation {
  /** A wide picture. */
  Picture: ComponentType;
  /** A small picture: the content of an SVG of 32 by 32. */
  Mark: ComponentType;
  /** One sentence about the game; `facts` replaces the number of players. */
  texts?: Readonly<Record<Language, { facts?: string; blurb: string }>>;
}

/** A page that belongs to a game, with a link in the navigation. */
export interface GamePage {
  path: string;
  label: Readonly<Record<Language, string>>;
  Page: ComponentType;
}

/** What a game UI registers in `games.ts`. The generic game UI replaces every part that is missing. */
export interface GameUiRegistration {
  /** Loaded when a table of the game is opened. */
  load: () => Promise<GameUi>;
  /** Loaded with the lobby. */
  loadPresentation?: () => Promise<GamePresentation>;
  /** The options of a new table: a lazy component. */
  OptionsForm?: ComponentType<OptionsProps>;
  /** What players bring when they sit down: a lazy component, and the tables that accept it. */
  DeckForm?: ComponentType<DeckProps>;
  acceptsDecks?: (options: Record<string, unknown>) => boolean;
  pages?: readonly GamePage[];
  /** The options in a link to the lobby: `/?game=GAME&...`. */
  optionsFromUrl?: (query: URLSearchParams) => Record<string, unknown>;
}
