"""Blue Moon beside what a team would use instead, doing the same work: see bench/peers.md."""
