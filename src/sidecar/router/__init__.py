"""Requests so plain that no model is needed: recognised by grammar or not at all, one file per intent."""
