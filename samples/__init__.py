"""Sample photos, and the program that makes pretend ones: a sheet and a position in, a phone photo out."""
