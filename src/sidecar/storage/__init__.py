"""The database: one file, one port, one repository per noun. Nothing above this package knows SQL."""
