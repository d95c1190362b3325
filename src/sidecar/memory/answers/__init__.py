"""Answers without a model: what a question asks for, which facts hold it, and how they are said to the person."""
