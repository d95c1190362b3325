"""Words of Spanish and English that several packages read: folding, matching."""
