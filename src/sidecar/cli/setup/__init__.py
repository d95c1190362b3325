"""`sidecar setup`: finds a model, tries it out, keeps its key, and says in plain words what it can do (LLM-07)."""
