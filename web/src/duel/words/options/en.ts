export default {
  ownDeck: "Your deck",
  otherDeck: "Opponent’s deck",
  otherDeckIfNone: "Opponent’s deck, if they bring none",
  noOwnDecks: "Decks you build in the deck builder show up here.",
  tableDeck: "The deck of the table",
  randomDeck: "Random leader",
  bringDecks: "Players bring their own decks",
  bringDecksHint:
    "Nobody sees the cards of a deck before the match ends; leaders are shown when both have sat down.",
  crystals: "Crystals needed to win",
  singleGame: "Single game",
  crystalsHint: "Each game you win is worth 1 to 4 crystals, or more with achievements.",
  toCrystals: "First to {count|# crystal|# crystals}",
  mulligan: "Players may exchange starting cards once",
  interventions: "Always ask about interventions",
  interventionsHint: "Slower: the game pauses whenever someone could intervene.",
} as const;
