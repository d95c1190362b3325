"""The Markdown files in the data folder."""
