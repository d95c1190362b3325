"""Stand-ins that obey the ports of the core."""
