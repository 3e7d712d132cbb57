"""The directive `derivation` for Sphinx, in reStructuredText and MyST: its content is checked when the site is built.

  extensions = ["checks.sphinx"]

A false number is a warning at its line, which fails a build with -W; with `derivation_fail = True` every build fails that
holds one, and with `derivation_strict = True` warnings and open claims count, too. What was found is kept with the
page, so that a build that does not read the page again still says it. The only file that knows Sphinx.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from checks import __version__
from checks.checking import check
from checks.document import FORMATS, Unreadable, from_text
from checks.findings import Finding, Report
from checks.judging.judge import DECIDED, FALSE, OPEN, WARNINGS
from checks.messages import LANGUAGES, message
from checks.report import headline, sentence

LOGGER = logging.getLogger(__name__)
KINDS = ("text", *dict.fromkeys(FORMATS.values()))
SHOWN = ("wrong", "disagree", *WARNINGS, *OPEN)  # what is said below the derivation; what was carried stands with its cause
NAME = "<derivation>"
Complaint = tuple[int, str, str]  # line, verdict, sentence


class FalseDerivation(SphinxError):
    """A site whose derivations hold something false."""

    category = "triplecheck"


class Derivation(SphinxDirective):
    """A derivation, shown as it is written, with its false numbers marked and what is to be said of them below."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "format": lambda given: directives.choice(given, KINDS),
        "lang": lambda given: directives.choice(given, LANGUAGES),
    }

    def run(self) -> list[nodes.Node]:
        """The nodes of the derivation."""
        self.assert_has_content()
        lang = self.options.get("lang") or _spoken(self.config.language)
        try:
            report = check(from_text("\n".join(self.content) + "\n", NAME, self.options.get("format", "markdown")), lang)
        except Unreadable as error:
            self._complain([(self.lineno, "unread", str(error))])
            return [nodes.literal_block(text="\n".join(self.content))]
        self._complain(_complaints(report, [self._line(f) for f in report.findings], self.lineno, lang))
        return _nodes(report, f"derivation-{self.env.new_serialno('derivation')}", lang)

    def _line(self, finding: Finding) -> int:
        """The line of the page on which a finding stands."""
        first: int = self.content.offset(0) or self.lineno + self.content_offset  # MyST counts from the directive
        return first + finding.line

    def _complain(self, found: Sequence[Complaint]) -> None:
        _kept(self.env).setdefault(self.env.docname, []).extend(found)


def _spoken(language: str | None) -> str:
    short = (language or "en")[:2].lower()
    return short if short in LANGUAGES else "en"


def _complaints(report: Report, lines: Sequence[int], start: int, lang: str) -> list[Complaint]:
    """What is to be warned of; what was carried is counted with its cause. Where nothing could be checked, that is one, too."""
    if not report.count(*DECIDED):
        return [(start, "nothing", message("check.nothing", lang))]
    found = [(lines[f.number], f.verdict, _told(f, report, lang)) for f in report.findings if f.verdict in SHOWN]
    lost = [f for f in report.findings if f.verdict == "carried" and f.cause is None]
    return found + [(lines[f.number], f.verdict, sentence(f, report, lang)) for f in lost]


def _told(finding: Finding, report: Report, lang: str) -> str:
    said = sentence(finding, report, lang)
    if not finding.carries:
        return said
    places = ", ".join(f.id for f in report.findings if f.cause == finding.number)
    if finding.carries == 1:
        return f"{said}; {message('check.carries_one', lang, places=places)}"
    return f"{said}; {message('check.carries', lang, count=finding.carries, places=places)}"


def _nodes(report: Report, name: str, lang: str) -> list[nodes.Node]:
    source = report.document.source.rstrip("\n")
    # What differs from its raw source is not highlighted as program text, and keeps its marks.
    block = nodes.literal_block(f"{source}\n", "", *_marked(report, source, name), classes=["derivation"])
    block["xml:space"] = "preserve"
    noted = [f for f in report.findings if f.verdict in SHOWN]
    below: list[nodes.Node] = [nodes.paragraph("", headline(report, lang), classes=["derivation-said"])]
    if noted:
        items = (_item(f, report, name, lang) for f in noted)
        below.append(nodes.bullet_list("", *items, classes=["derivation-said"]))
    return [block, *below]


def _marked(report: Report, source: str, name: str) -> Iterator[nodes.Node]:
    """The text with its false and open claims marked; the first of two that overlap is marked."""
    at = 0
    for finding in report.findings:
        end = min(finding.start + len(finding.printed), len(source))
        if finding.verdict not in (*SHOWN, *FALSE) or finding.start < at or end <= finding.start:
            continue
        yield nodes.Text(source[at : finding.start])
        classes = ["derivation-mark", f"derivation-{finding.verdict}"]
        yield nodes.inline("", source[finding.start : end], ids=[f"{name}-{finding.number}"], classes=classes)
        at = end
    yield nodes.Text(source[at:])


def _item(finding: Finding, report: Report, name: str, lang: str) -> nodes.list_item:
    title = message(f"check.title_{finding.verdict}", lang)
    place = nodes.reference("", finding.id, refid=f"{name}-{finding.number}", internal=True)
    said = nodes.Text(f" {title}: {_told(finding, report, lang)}")
    return nodes.list_item("", nodes.paragraph("", "", place, said))


def _kept(env: BuildEnvironment) -> dict[str, list[Complaint]]:
    """What was found on each page, kept with the environment."""
    if not hasattr(env, "derivation_complaints"):
        env.derivation_complaints = {}  # type: ignore[attr-defined]
    kept: dict[str, list[Complaint]] = env.derivation_complaints  # type: ignore[attr-defined]
    return kept


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _kept(env).pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: Sequence[str], other: BuildEnvironment) -> None:
    _kept(env).update({name: found for name, found in _kept(other).items() if name in docnames})


def _say(app: Sphinx, error: Exception | None) -> None:
    """Warn of all that was found, in this build or before; fail where that is asked for. FalseDerivation."""
    if error is not None:
        return
    counted = {"disagree", *FALSE, *((*WARNINGS, *OPEN, "nothing") if app.config.derivation_strict else ())}
    number = 0
    for docname, found in sorted(_kept(app.env).items()):
        for line, verdict, said in found:
            number += verdict in counted
            if verdict in counted or verdict == "nothing":
                LOGGER.warning("%s", said, location=(docname, line), type="derivation", subtype=verdict)
            else:
                LOGGER.info("%s:%s: %s", docname, line, said)
    if number and app.config.derivation_fail:
        raise FalseDerivation(message("sphinx.failed", _spoken(app.config.language), count=number))


def _style(app: Sphinx) -> None:
    app.config.html_static_path.append(str(Path(__file__).parent / "static"))


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("derivation", Derivation)
    app.add_config_value("derivation_fail", False, "", frozenset({bool}))
    app.add_config_value("derivation_strict", False, "", frozenset({bool}))
    app.add_css_file("derivation.css")
    app.connect("builder-inited", _style)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("build-finished", _say)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
