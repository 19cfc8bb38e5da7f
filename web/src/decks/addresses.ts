/** The addresses that this page has, and those it leads to. */
export const shelf = "/decks";
export const deckAt = (name: string) => `/decks?${new URLSearchParams({ deck: name })}`;
export const presetAt = (people: string) => `/decks?${new URLSearchParams({ preset: people })}`;
/** The lobby, about to open a table of the card game with this deck. */
export const playWith = (name: string) => `/?${new URLSearchParams({ game: "duel", deck: name })}`;
