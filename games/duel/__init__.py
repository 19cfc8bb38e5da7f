"""Blue Moon: two players, two decks, three dragons."""
