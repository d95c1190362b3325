"""The clock, lanes, background tasks and the lock of the data folder."""
