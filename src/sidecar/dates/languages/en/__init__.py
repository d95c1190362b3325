"""English dates: words, grammar, formatter."""
