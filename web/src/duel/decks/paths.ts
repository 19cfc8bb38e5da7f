/** Paths of this page and of pages it links to. */
export const overviewPath = "/decks";
export const deckPath = (name: string) => `/decks?${new URLSearchParams({ deck: name })}`;
export const presetPath = (people: string) => `/decks?${new URLSearchParams({ preset: people })}`;
/** The lobby with the dialog for a duel with this deck. */
export const playPath = (name: string) => `/?${new URLSearchParams({ game: "duel", deck: name })}`;
