"""Nouns and rules, standard library only: what a person, a message, a tool call and a turn are."""
