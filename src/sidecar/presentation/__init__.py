"""Words and tables for people: one Markdown text for the channels and the command line."""
