"""The report as one HTML file: the page as it stands with its numbers marked; pointing at one, or moving to it by key,
shows what is known of it, and links lead from a mistake to what it carried and back.

No script, nothing loaded; everything that comes from a document is escaped, and its invisible characters are shown.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from zlib import crc32

from checks.coverage import unseen
from checks.findings import Finding, Report
from checks.messages import message
from checks.report import headline, language, same, sentence

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
PAGE = """
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem 20rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere } h2 { font-size: 1.1rem; margin-top: 2rem }
"""
STYLE = """
pre { font: .9rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
  border-top: 1px solid #8884; margin-top: 2rem; padding-top: 1rem }
.counts span { display: inline-block; margin: 0 .8rem .4rem 0; padding: 0 .3rem;
  border-width: 0 0 2px; border-style: solid }
.mark { position: relative; border-bottom: 2px solid; cursor: help }
.given { color: inherit; border-color: #8888 } .agrees { border-color: #2a8c4a }
.wrong { background: #d3222244; border-color: #d32222; font-weight: bold }
.carried { background: #e08a0033; border-color: #e08a00 }
.rounding, .lucky { background: #0a8aa022; border-color: #0a8aa0 }
.undecided, .unread { background: #8a3ab022; border-color: #8a3ab0; border-bottom-style: dashed }
.disagree { background: #000; color: #fff }
.mark:target { outline: 3px solid #3070f0 }
.note { display: none; position: absolute; left: 0; top: 100%; z-index: 1; width: max-content; max-width: 30rem;
  padding: .6rem .8rem; font: .85rem/1.5 system-ui, sans-serif; white-space: normal; cursor: auto;
  background: Canvas; color: CanvasText; border: 1px solid #888; border-radius: .4rem; box-shadow: 0 .2rem .8rem #0004 }
.mark:hover:not(:has(.mark:hover)) > .note, .mark:focus-within:not(:has(.mark:focus-within)) > .note { display: block }
.note b, .note span { display: block } .note b + span { margin-bottom: .3rem }
.roots { border-collapse: collapse } .roots td, .roots th { padding: .15rem 1rem .15rem 0; text-align: left }
.roots td { border-top: 1px solid #8884; overflow-wrap: anywhere } .roots a { white-space: nowrap }
a { color: LinkText }
@media (max-width: 40rem) { .note { position: fixed; inset: auto .5rem .5rem .5rem; width: auto; max-width: none;
  max-height: 45vh; overflow-y: auto } }
@media print { .note { display: none !important } }
"""
_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")


def render(reports: Sequence[Report], lang: str | None) -> str:
    """One HTML page on all documents, each in its own language unless `lang` is given."""
    first = lang or (language(reports[0]) if reports else "en")
    title = message("report.title", first)
    body = "".join(_document(n, report, lang or language(report)) for n, report in enumerate(reports))
    return (
        f'<!DOCTYPE html>\n<html lang="{first}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{PAGE}{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>"
    )


def fragment(report: Report) -> str:
    """The report for a page of others, such as a notebook; its style keeps to itself, its anchors are its document's own."""
    place, lang = crc32(report.document.source.encode("utf-8", "surrogatepass")), language(report)
    return f'<div class="triplecheck">\n<style>.triplecheck {{{STYLE}}}</style>\n{_document(place, report, lang)}</div>'


def shown(text: str) -> str:
    """The text as HTML: no markup of it is markup, and what could not be seen is seen."""
    return escape(_INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n")), quote=True)


def _document(place: int, report: Report, lang: str) -> str:
    marked = "".join(_marked(place, report, lang))
    return (
        f'<section lang="{lang}">\n<h1>{shown(report.document.path)}</h1>\n{_summary(report, lang)}'
        f"{_roots(place, report, lang)}<pre>{marked}</pre>\n</section>\n"
    )


def _summary(report: Report, lang: str) -> str:
    listed = "".join(
        f'<span class="{verdict}">{message(f"check.title_{verdict}", lang)} {count}</span>'
        for verdict, count in report.summary.items()
        if count
    )
    left = unseen(report)
    more = f"<p>{shown(message('report.unseen', lang, count=left))}</p>\n" if left else ""
    return f'<p><strong>{shown(headline(report, lang))}</strong></p>\n<p class="counts">{listed}</p>\n{more}'


def _roots(place: int, report: Report, lang: str) -> str:
    roots = [f for f in report.findings if f.verdict in ("wrong", "disagree")]
    if not roots:
        return ""
    rows = "".join(
        f"<tr><td>{_link(place, f)}</td><td>{shown(f.printed[:80])}</td><td>{shown(f.truth or '')}</td>"
        f"<td>{f.carries or ''}</td></tr>\n"
        for f in roots
    )
    names = "".join(f"<th>{message(f'report.{name}', lang)}</th>" for name in ("place", "printed", "truth", "carries"))
    return f'<h2>{message("check.heading_roots", lang)}</h2>\n<table class="roots">\n<tr>{names}</tr>\n{rows}</table>\n'


def _marked(place: int, report: Report, lang: str) -> Iterator[str]:
    """The source, a mark around each claim; a claim inside another is marked inside it, and ends with it at the latest."""
    source = report.document.source
    carried: dict[int, list[Finding]] = {}
    for finding in report.findings:
        if finding.cause is not None:
            carried.setdefault(finding.cause, []).append(finding)
    at, open_marks = 0, list[tuple[int, str]]()
    for finding in sorted(report.findings, key=lambda f: (f.start, -len(f.printed))):
        while open_marks and open_marks[-1][0] <= finding.start:
            end, note = open_marks.pop()
            yield f"{shown(source[at:end])}{note}</span>"
            at = end
        yield shown(source[at : finding.start])
        at = finding.start
        end = finding.start + len(finding.printed)
        end = min(end, open_marks[-1][0]) if open_marks else end
        yield f'<span class="mark {finding.verdict}" id="{_anchor(place, finding)}" tabindex="0">'
        open_marks.append((end, _note(place, finding, report, carried.get(finding.number, []), lang)))
    while open_marks:
        end, note = open_marks.pop()
        yield f"{shown(source[at:end])}{note}</span>"
        at = end
    yield shown(source[at:])


def _note(place: int, finding: Finding, report: Report, carried: Sequence[Finding], lang: str) -> str:
    lines = [
        f"<b>{message(f'check.title_{finding.verdict}', lang)}</b>",
        f"<span>{shown(sentence(finding, report, lang))}</span>",
    ]
    facts = {
        "truth": finding.truth,
        "digits": None if same(finding) else finding.digits,
        "nearest" if finding.kind == "formula" else "closed_form": None
        if finding.closed_form in (finding.truth, finding.digits)
        else finding.closed_form,
        "page": None if finding.page is None else f"[{finding.page[0]}, {finding.page[1]}]",
        "slip": message(f"check.slip_{finding.slip}", lang) if finding.slip else None,
    }
    lines += [f"<span>{message(f'report.{name}', lang)}: {shown(fact)}</span>" for name, fact in facts.items() if fact]
    if finding.cause is not None:
        lines.append(f"<span>{message('report.cause', lang)}: {_link(place, report.findings[finding.cause])}</span>")
    if carried:
        links = ", ".join(_link(place, f) for f in carried)
        lines.append(f"<span>{message('report.carried', lang)}: {links}</span>")
    return f'<span class="note" role="note">{"".join(lines)}</span>'


def _link(place: int, finding: Finding) -> str:
    return f'<a href="#{_anchor(place, finding)}">{shown(finding.id)}</a>'


def _anchor(place: int, finding: Finding) -> str:
    return f"d{place}c{finding.number}"
