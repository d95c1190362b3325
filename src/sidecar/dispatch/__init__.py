"""The one entry for everything people say: commands at once, the rest in the person's lane, answers by the outbox."""
