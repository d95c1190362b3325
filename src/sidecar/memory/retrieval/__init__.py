"""Finding things again: documents, words and vectors, and how the two are weighed against each other."""
