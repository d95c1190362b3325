"""The protocols of providers: their requests, answers and errors, from and to ours."""
