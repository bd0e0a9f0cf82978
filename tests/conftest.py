"""How hard the property tests look: the same examples every time, or many new ones for `make fuzz`."""

import os

from hypothesis import HealthCheck, settings

# The same for everybody: a red test is about the change, not about luck or a slow computer.
settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
