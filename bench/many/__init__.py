"""Does a move cost the same at an old table, and beside thousands of idle tables?"""
