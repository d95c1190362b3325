"""What words mean, as data: one folder a language, joined by the names of concepts."""
