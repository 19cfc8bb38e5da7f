"""The wire contract: commands, events, commits, outcomes and views, as data and nothing more.

May import `msgspec` and the standard library.
"""
