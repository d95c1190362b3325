"""`sidecar doctor`: each check is a small function that looks at one thing and says what it found (OPS-03)."""
