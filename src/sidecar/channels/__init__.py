"""Where people are: one folder per channel, each an adapter of `dispatch.ports.Channel` and unknown to the core."""
