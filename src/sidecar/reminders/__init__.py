"""Reminders: schedules, the scheduler and what is said when they are due; exact, and by code alone."""
