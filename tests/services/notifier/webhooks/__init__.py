"""Tests of webhook delivery."""
