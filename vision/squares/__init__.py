"""Squared paper without tags: its lattice found, its games found by their ink, another way to an inked page."""
