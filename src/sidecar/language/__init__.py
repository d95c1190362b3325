"""Words of Spanish and English that several packages read: folding, tokens, numerals, names, detection."""
