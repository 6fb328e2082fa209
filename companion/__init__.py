"""Games and the command line: knows the rules, the sheets and how to read them, but no pages."""
