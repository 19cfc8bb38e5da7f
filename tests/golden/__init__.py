"""Recorded games: history that a later change of rules must not alter unseen."""
