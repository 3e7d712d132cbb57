"""What the kernel's trust rests on: a longer fuzz, the rules it reached, and the planted faults with what killed them.

The same checks as in the tests, on formulas that the tests do not use. A finding ends the run with its seed.
"""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import test_kernel_fuzz as fuzz
from faults import table
from test_planted_faults import FAULTS, KILLERS

FIRST, COUNT = 1_000_000, 2_000


def main() -> None:
    start = time.perf_counter()
    seeds = range(FIRST, FIRST + COUNT)
    fuzz.check_values(seeds)
    fuzz.check_respellings(seeds)
    fuzz.check_derivatives(seeds)
    fuzz.check_assumptions(seeds[: COUNT // 10])
    fuzz.check_all_fractions(seeds[: COUNT // 10])
    fuzz.check_most_summed_fractions(seeds[: COUNT // 10])
    proved = fuzz.check_slips(seeds)
    print(f"{COUNT} formulas: values, respellings and derivatives agree; {proved} slips proved equal, with equal values")
    print(f"{COUNT // 10} closed formulas under assumptions agree; {time.perf_counter() - start:.0f} s\n")
    print(f"{'rule':<28} times")
    for rule, times in fuzz.REACHED.most_common():
        print(f"{rule:<28} {times}")
    print(f"\n{table(FAULTS, KILLERS)}")


if __name__ == "__main__":
    main()
