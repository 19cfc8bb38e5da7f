"""Commit logs: `replay`, reading, writing and checking them."""
