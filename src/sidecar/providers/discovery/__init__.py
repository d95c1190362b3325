"""Discovery of models: servers, keys, the models of each, and what they can do (LLM-07)."""
