"""Hybrid search: documents, their words and vectors, and the ranking by both."""
