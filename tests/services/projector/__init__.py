"""Tests of the projector."""
