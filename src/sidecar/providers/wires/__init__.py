"""One module per protocol: requests as a provider wants them, answers and errors as we want them."""
