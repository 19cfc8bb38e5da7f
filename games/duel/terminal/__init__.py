"""The terminal UI of Blue Moon, the card game."""
