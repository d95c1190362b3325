"""Reminders: schedules, the scheduler, firing and wording; exact, and by code alone."""
