"""Memory in the running companion: recall, the index, and the work in the background."""
