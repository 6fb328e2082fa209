"""Tic-tac-toe drawn by hand on any paper: finds the grids in a photo and reads their signs."""
