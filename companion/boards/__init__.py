"""Pure adjacency of boards: which places lie next to each other. No paper, no games."""
