"""Golden games: a change of rules must not alter them unnoticed."""
