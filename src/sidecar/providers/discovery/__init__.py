"""What there is to talk to: servers, keys, the models of each, and what they can do (LLM-07)."""
