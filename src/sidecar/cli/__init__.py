"""The command line: arguments in, exit codes out, one file per group of commands."""
