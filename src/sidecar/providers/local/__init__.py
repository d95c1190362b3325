"""Models on this computer: llama.cpp with any GGUF file, in a process of its own (LLM-01)."""
