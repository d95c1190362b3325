"""Models that give texts a place by their meaning: one that comes with Sidecar, and any that a server offers."""
