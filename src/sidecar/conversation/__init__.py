"""A turn, from the person's message to the reply."""
