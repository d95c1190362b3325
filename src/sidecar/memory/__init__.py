"""What Sidecar knows about a person and keeps in files that they can read and edit."""
