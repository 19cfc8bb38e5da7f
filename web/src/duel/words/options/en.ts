export default {
  ownDeck: "Your deck",
  otherDeck: "The opponent's deck",
  noOwnDecks: "Decks you build in the deck builder can be chosen here.",
  crystals: "Crystals to win",
  singleGame: "A single game",
  crystalsHint: "A game won brings 1 to 4 crystals, or more with achievements.",
  toCrystals: "To {count|# crystal|# crystals}",
  mulligan: "Start cards may be exchanged once",
  interventions: "Ask for interventions each time",
  interventionsHint: "Slower: the game stops at every moment at which somebody could intervene.",
} as const;
