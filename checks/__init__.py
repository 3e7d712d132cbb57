"""Documents, claims, verdicts, reports: the only place where the witnesses meet.

from checks import check, check_text
report = check(Path("page.md"))
[f for f in report.findings if f.verdict == "wrong"]
"""

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checks.checking import check_text
    from checks.findings import Finding, Report

__all__ = ["Finding", "Report", "check", "check_text"]
__version__ = "0.1.0"


def check(source: str | os.PathLike[str], lang: str = "en") -> "Report":
    """The report on a document: a path, or a text of several lines.

    Text that comes from others belongs to `check_text`: a single line is taken for a path here. `lang` is the language
    of the messages. Raises `checks.document.Unreadable` where the path is no readable document.
    """
    from checks import checking

    if isinstance(source, str) and "\n" in source:
        return checking.check_text(source, lang=lang)
    return checking.check(os.fspath(source), lang)


def __getattr__(name: str) -> Any:  # reading mathematics is imported when it is used
    if name not in __all__:
        raise AttributeError(f"module 'checks' has no attribute {name!r}")
    from checks import checking

    return getattr(checking, name)
