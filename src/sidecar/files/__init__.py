"""Files on disk: read again when they changed, replaced atomically, decoded whatever their encoding."""
