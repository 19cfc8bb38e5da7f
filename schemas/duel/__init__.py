"""The wire contract of Blue Moon, the duel."""
