"""Photos: from a file's bytes to the marks on a sheet. Knows sheets, not games."""
