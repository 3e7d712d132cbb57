"""What is wrong with a file of a student's folder: a code for the sentence, and what the sentence names."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from checks.lab import FILE_LIMIT


@dataclass(frozen=True, slots=True)
class Fault:
    """`code` without its area: the message is lab.fault_CODE. note: worth saying, no fault."""

    file: str
    code: str
    values: dict[str, object] = field(default_factory=dict)
    note: bool = False


Check = Callable[[str, str], list[Fault]]  # (file name, its text)


def text_of(folder: Path, name: str) -> str | Fault:
    """The text of a file, or why there is none."""
    path = folder / name
    if not path.is_file():
        return Fault(name, "missing")
    try:
        raw = path.open("rb").read(FILE_LIMIT + 1)
        if len(raw) > FILE_LIMIT:
            return Fault(name, "unreadable", {"reason": f"> {FILE_LIMIT} bytes"})
        text = raw.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        return Fault(name, "unreadable", {"reason": str(error)})
    return text if text.strip() else Fault(name, "empty")
