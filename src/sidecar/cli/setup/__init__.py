"""`sidecar setup`: finds a model, tries it out, saves its key, and says in plain words what it can do (LLM-07)."""
