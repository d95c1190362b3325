"""The meaning of words as data: one folder per language, linked by the names of concepts."""
