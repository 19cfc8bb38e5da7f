"""The `bluemoon` command: play, watch, replay, simulate and operate.

It may import every other package; no other package imports it.
"""
