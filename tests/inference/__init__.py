"""Real inference: a small model of 135 million parameters behind llama.cpp's own server."""
