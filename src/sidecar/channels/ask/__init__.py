"""One question from the command line, one answer."""
