"""Every theorem that is exported, checked by coqc, and each of its false twins refused: seconds of either.

`python bench/coq.py [NAME ...]` needs Coq (Debian's package coq).
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from derive.coq import EXPORTED, exported
from derive.theorems import theorem


def coqc(text: str) -> tuple[bool, float]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "theorem.v").write_text(text, encoding="utf-8")
        start = time.perf_counter()
        done = subprocess.run(["coqc", "-q", "theorem.v"], cwd=folder, capture_output=True)
        return done.returncode == 0, time.perf_counter() - start


def main() -> int:
    status = 0
    for name in sys.argv[1:] or EXPORTED:
        found = theorem(name)
        proof = found.derive()
        accepted, seconds = coqc(exported(proof))
        twins = [coqc(exported(proof, twin.statement))[0] for twin in found.twins()]
        status |= not accepted or any(twins)
        verdict = "accepted" if accepted else "REFUSED"
        print(f"{name:<22} {verdict} in {seconds:.1f} s, {twins.count(False)} of {len(twins)} twins refused", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
