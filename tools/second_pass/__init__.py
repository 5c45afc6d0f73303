"""A trial of a second pass: what candidates have in common with the first hits, and whether ranking gains by it."""
