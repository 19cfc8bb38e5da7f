"""The `bluemoon` command: what people and scripts use to play, watch, replay and measure.

May import every other package; nothing imports it.
"""
