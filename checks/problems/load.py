"""INPUT of the commands to a problem: a built-in example's name, a file of numbers, or a document with givens."""

from pathlib import Path

from checks.problems import files
from checks.problems.documents import from_document
from checks.problems.examples import EXAMPLES
from checks.problems.raw import Raw
from derive.reference.problem import InputError

LIMIT = 2_000_000_000  # multiplications of one pass: about a minute
DOCUMENTS = (".md", ".txt", ".tex", ".ipynb", ".html", ".htm", ".rst")


def load(source: str, binary: bool = False) -> Raw:
    """The raw problem. InputError."""
    if source in EXAMPLES:
        if binary:
            raise InputError("binary", suffix=source)
        return EXAMPLES[source]
    path = Path(source)
    try:
        if path.is_dir():
            raise InputError("directory")
        if not path.exists():
            raise InputError("no_file", examples=", ".join(EXAMPLES))
        if path.suffix.lower() in files.SUFFIXES:
            return files.read(path, binary)
        if path.suffix.lower() in DOCUMENTS:
            return from_document(path)
    except OSError as error:
        raise InputError("unreadable", reason=error.strerror or str(error)) from None
    raise InputError("suffix", known=", ".join(files.SUFFIXES + DOCUMENTS))
