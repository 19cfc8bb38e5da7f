"""Blue Moon City: the rules, one module a chapter of the rule book."""
