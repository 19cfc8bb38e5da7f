"""A client of Blue Moon: async, typed, and back again after every interruption.

May import `games` and `schemas`: it speaks the public contract and knows no service.
"""
