"""Tools of the model, one file per tool."""
