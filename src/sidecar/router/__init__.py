"""Requests that need no model: recognised by grammar alone, one file per intent."""
