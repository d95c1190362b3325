"""How an answer is made: the prompt, what fits in the window, and the loop between the model and its tools."""
