"""The builders of each area, one file for each."""
