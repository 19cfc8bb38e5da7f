"""Hands: the toy game that every measured system hosts. It is small, so that the rest is measured.

1  Each of two seats is dealt 8 of 40 cards, hidden from the other. Seat 0 leads.
2  A move plays one card of the own hand, face up.
3  After 16 moves the cards are shuffled and dealt again at the same table.
4  The game ends after the agreed number of deals. Nobody scores: all share the first place.
"""
