"""A student's folder, file by file: everything that is missing or wrong. Nothing of hers runs unless asked for."""

from pathlib import Path

from checks.lab import FILES, code, written
from checks.lab.faults import Check, Fault, text_of
from checks.lab.numerals import Numeral, numerals
from checks.lab.sandbox import SECONDS, run_verify

CHECKS: dict[str, Check] = {
    "paper_derivation.md": written.paper,
    "attention.py": code.attention,
    "verify.py": code.verify,
    "verify_output.txt": written.output,
    "README.md": written.readme,
}


def inspect(folder: Path, run: bool = False) -> list[Fault]:
    """All faults, in the order of the lab's list of files; notes among them."""
    texts = {name: text_of(folder, name) for name in FILES}
    shown = texts["verify_output.txt"]
    faults = []
    for name in FILES:
        text = texts[name]
        if isinstance(text, Fault):
            faults.append(text)
        elif name == "manifest.json":
            faults += written.manifest(name, text, shown if isinstance(shown, str) else None)
        else:
            faults += CHECKS[name](name, text)
    if run and isinstance(texts["verify.py"], str):
        faults += _fresh(folder, shown if isinstance(shown, str) else None)
    return faults


def _fresh(folder: Path, shown: str | None) -> list[Fault]:
    """Her verify.py, run now: it must end well and print the numbers of verify_output.txt."""
    came = run_verify(folder)
    if came.status is None:
        return [Fault("verify.py", "time", {"seconds": SECONDS})]
    if came.status != 0:
        reason = came.errors.strip().splitlines()[-1:] or [""]
        return [Fault("verify.py", "run", {"status": came.status, "reason": reason[0][:200]})]
    faults = [Fault("verify.py", f.code, f.values) for f in written.output("verify.py", came.output)]
    if shown is None:
        return faults
    told, found = numerals(shown), numerals(came.output)
    for old, new in zip(told, found):
        if not _same(old, new):
            return [*faults, Fault("verify_output.txt", "stale", {"found": new.value, "told": old.value})]
    if len(told) != len(found):
        return [*faults, Fault("verify_output.txt", "stale", {"found": len(found), "told": len(told)})]
    return faults


def _same(old: Numeral, new: Numeral) -> bool:
    """Equal but for the last digits, which another NumPy may print otherwise; differences near zero may be anything."""
    return abs(old.value - new.value) <= max(1e-6, 2 * old.half_unit + 2 * new.half_unit)
