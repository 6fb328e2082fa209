"""The steps from one shape of the tables to the next; see docs/how-to/run-the-server.md."""
