"""One folder per game; `companion.catalog` finds them, nothing here lists them."""
