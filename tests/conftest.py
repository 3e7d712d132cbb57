"""In the tests a failure of the checker is raised, and leaves no claim open in silence."""

import os

os.environ["TRIPLECHECK_RAISE"] = "1"
