"""What Sidecar does unasked: reminders, exact and by code alone."""
