"""What keeps things running: the clock, a lane per person, background tasks and the home's lock."""
