"""Safe files: read again when changed, replaced atomically, decoded whatever their encoding."""
