"""Settings of the whole suite: one numpy thread a worker, and property tests that repeat."""

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # before numpy is imported

from hypothesis import settings  # noqa: E402 (after the lines above)

settings.register_profile("strandline", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("strandline")
