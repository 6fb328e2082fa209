"""Paper: what a printed sheet looks like, in millimetres. It knows no games and no photos."""
