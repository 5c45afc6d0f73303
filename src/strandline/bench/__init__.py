"""Measures Strandline through its public API: recall on the data packs and speed, with baselines beside it."""
