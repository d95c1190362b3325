"""Spanish dates: words, grammar, formatter."""
