"""Adapters to language models and to the wire, with wrappers for retries and accounts."""
