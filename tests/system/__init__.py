"""The whole of Sidecar at once: real processes, killed; conversations without end."""
