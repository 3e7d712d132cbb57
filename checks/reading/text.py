"""Plain text: pastes from the web, notes. Headings are guessed from the lines around them; code lines from their look."""

import re

from checks.document import Document
from checks.reading.lines import LineKind, prompted

_FENCE = re.compile(r"^\s*(?:```|~~~)")
_ASSIGNED = re.compile(r"^\s*[\w∂∇ℓ][\w∂/.'ᵀ^\\{}]*(?:\[[^\]=]{0,20}\])*\s*(?:=|≈|:=)(?!=)")
_BULLET = re.compile(r"^\s*[-*•–]\s+(?=[^\W\d_][\w∂/.'ᵀ^\\{}]*(?:\[[^\]=]{0,20}\])*\s*(?:=|≈|:=|:)(?!=))")
_COUNTED = re.compile(r"^\s*[^\W\d_]{2,20} \d{1,3}\s*(?:=|≈|:=)(?!=)")
_CONTINUED = re.compile(r"^\s*(?:&?=|≈|:=|→|⇒)")
_PROGRAM = re.compile(r"^\s*(?:import |from \w+ import |def |class |return |for .*:$|if .*:$|print\(|np\.|@)")
_ENDS = (".", ":", ";", ",", "…", "|", "]", ")")


def kinds(document: Document) -> list[LineKind]:
    """What each line is."""
    lines = [document.line(n + 1) for n in range(len(document.starts))]
    out, fenced = [], False
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
            out.append(LineKind("none"))
        elif (kind := prompted(line)) is not None:
            out.append(kind)
        elif fenced:
            out.append(LineKind("code"))
        else:
            out.append(_kind(lines, number))
    return out


def _kind(lines: list[str], number: int) -> LineKind:
    line = lines[number]
    bullet = _BULLET.match(line)
    if bullet:
        return LineKind(_kind_of(line[bullet.end() :]), 0, bullet.end())
    if _PROGRAM.match(line):
        return LineKind("none")
    if is_heading(lines, number):
        return LineKind("heading", 2)
    return LineKind(_kind_of(line))


def _kind_of(line: str) -> str:
    return "code" if _ASSIGNED.match(line) or _COUNTED.match(line) or _CONTINUED.match(line) else "prose"


def is_heading(lines: list[str], number: int) -> bool:
    """A short line between blank ones that begins with a capital and ends like no sentence."""
    line = lines[number].strip()
    alone = (number == 0 or not lines[number - 1].strip()) and (number + 1 >= len(lines) or not lines[number + 1].strip())
    if not alone or not line or len(line) > 90 or line.endswith(_ENDS) or not (line[0].isupper() or line[0].isdigit()):
        return False
    return not re.search(r"\S\s*(?:=|≈)\s*\S", line) and "|" not in line
