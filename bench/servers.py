"""What the servers cost: how long each takes to start, and twenty checks of the worked page asked at once.

python bench/servers.py
"""

import asyncio
import os
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from local_page import server
from mcp import Client, StdioServerParameters

PAGE = (ROOT / "examples" / "length-4.md").read_text("utf-8")
AT_ONCE = 20
RUNS = 5


def serve_start() -> float:
    """Seconds until the local page has been read."""
    start = time.perf_counter()
    with server() as here:
        here.ask("/")
        return time.perf_counter() - start


async def _mcp() -> float:
    command = StdioServerParameters(command=sys.executable, args=["-m", "checks.cli", "mcp"])
    start = time.perf_counter()
    async with Client(command) as client:
        await client.list_tools()
        return time.perf_counter() - start


def at_once() -> tuple[float, int]:
    """Seconds until all of the checks asked at once are answered, and how many of them are right."""
    with server("--jobs", "2", "--limit", "64") as here, ThreadPoolExecutor(AT_ONCE) as asking:
        start = time.perf_counter()
        answers = list(asking.map(here.check, [PAGE] * AT_ONCE))
        return time.perf_counter() - start, sum(a["summary"]["wrong"] == 10 for a in answers)


def main() -> None:
    """Print the medians."""
    print(f"serve: {statistics.median(serve_start() for _ in range(RUNS)):.2f} s from start to its page (goal: under 1 s)")
    print(f"mcp: {statistics.median(asyncio.run(_mcp()) for _ in range(RUNS)):.2f} s to the list of tools (goal: under 1 s)")
    seconds, right = at_once()
    print(f"{AT_ONCE} checks at once: {right} right, {seconds:.1f} s")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
