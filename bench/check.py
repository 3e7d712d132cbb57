"""What checking a page costs: a fresh process on the worked page, and one claim once everything is loaded.

python bench/check.py [PAGE]
"""

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from checks.checking import check

PAGE = Path(__file__).parent.parent / "examples" / "length-4.md"
RUNS = 7


def fresh(page: Path) -> float:
    """CPU seconds of one fresh process that checks the page."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "checks.cli", "check", str(page)], stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def warm(page: Path) -> tuple[float, int]:
    """CPU seconds of checking the page again in this process, and how many claims it makes."""
    start = time.process_time()
    report = check(str(page))
    return time.process_time() - start, len(report.findings)


def main() -> None:
    """Print both figures, medians of several runs."""
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    seconds = statistics.median(fresh(page) for _ in range(RUNS))
    warm(page)
    times = [warm(page) for _ in range(RUNS)]
    each = statistics.median(t for t, _ in times) / times[0][1]
    print(f"{page.name}: fresh process {seconds:.2f} s of CPU (goal: under 1.0 s)")
    print(f"{page.name}: {times[0][1]} claims, {each * 1000:.2f} ms each once warm (goal: under 5 ms)")


if __name__ == "__main__":
    main()
