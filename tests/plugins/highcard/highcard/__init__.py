"""High Card: play a card or pass; the highest card of a round scores.

H1  Each of 2 to 4 players is dealt the same number of cards from a deck of cards 1 to 24. Hands
    are hidden, and so is the deck.
H2  There are as many rounds as cards in a hand. In each round every player in turn plays a card
    face up or passes, starting with the winner of the last round.
H3  The highest card of a round scores a point; with the option `low` the lowest does. If all pass,
    nobody scores.
H4  After the last round, most points win. Ties are shared.
H5  A player who resigns is out. If one player is left, that player wins.
"""
