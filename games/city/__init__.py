"""Blue Moon City: the rules, one module per chapter of the rule book."""
