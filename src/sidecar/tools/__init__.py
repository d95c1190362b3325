"""What the brain may do, one file per tool."""
