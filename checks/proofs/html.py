"""Proofs as HTML with the browser's own mathematics (MathML by latex2mathml, the extra `teach`): no script, nothing loaded.

Each line unfolds to its rule in a sentence, what the kernel did and the normal form. Only LaTeX that we wrote reaches
latex2mathml.
"""

import string
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from xml.etree import ElementTree

from latex2mathml.converter import convert

from checks.messages import message
from checks.proofs.failing import MOST_OUTCOMES, Failing, Rows, failing
from checks.proofs.prose import pieces
from checks.proofs.shown import (
    Shown,
    assumptions,
    checked,
    conditions,
    equation,
    kernel_rules,
    meanings,
    normal_form,
    quantifiers,
    said,
)
from derive.notation import LATEX, seen, written, written_rows
from derive.proof import Step

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
PAGE = """
:root { color-scheme: light dark }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem 4rem }
"""
STYLE = """
.proof { margin: 0 0 4rem }
.proof h2 { line-height: 1.3; margin: 2rem 0 .2rem } .proof h3 { margin: 1.6rem 0 .4rem; font-size: 1.05rem }
.proof .name { opacity: .7; margin: 0 }
.proof math { font-size: 1.1em }
.proof .scroll { display: block; overflow-x: auto; overflow-y: hidden; padding: .15rem 0 }
.proof .statement { border-left: 4px solid #3070c8; padding-left: 1rem; margin: 1rem 0 }
.proof dl, .proof ol, .proof ul { margin: .3rem 0; padding-left: 1.4rem }
.proof .plain { list-style: none; padding-left: 0 }
.proof ol.lines { padding-left: 2rem } .proof ol.lines > li { margin: .7rem 0 } .proof ol.lines > li::marker { opacity: .7 }
.proof summary { cursor: pointer; opacity: .85 }
.proof details[open] > summary { opacity: 1 }
.proof details p, .proof details pre { margin: .3rem 0 .3rem 1.2rem }
.proof pre { font: .85rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
.proof .mark { font-weight: 600; text-decoration: none; border: 1px solid #8888; border-radius: .3rem; padding: 0 .3rem }
.proof .detail { opacity: .75 }
.proof table { border-collapse: collapse; margin: .4rem 0 } .proof th, .proof td { text-align: right; padding: .1rem .8rem }
.proof th { border-bottom: 1px solid #8888 } .proof .checked { border-top: 1px solid #8888; padding-top: .6rem }
@media print { .proof details > * { display: block } .proof { break-after: page } }
"""
MATHML = "{http://www.w3.org/1998/Math/MathML}"
ElementTree.register_namespace("", MATHML.strip("{}"))
LONG = 24  # characters of a formula in a sentence
WIDEST = 60  # characters of a formula before it is broken before a sign


def document(parts: Sequence[str], lang: str) -> str:
    title = message("proofs.document", lang)
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{PAGE}{STYLE}</style>\n</head>\n<body>\n<main>\n{chr(10).join(parts)}\n</main>\n</body>\n</html>"
    )


def fragment(shown: Shown) -> str:
    """The proof for a page of others, such as a notebook."""
    return f"<style>{STYLE}</style>\n{proof(shown)}"


@cache
def mathml(latex: str, block: bool = False) -> str:
    """A formula of ours as MathML, in its line or in a block of its own, at its left edge."""
    root = ElementTree.fromstring(convert(latex))
    for parent in list(root.iter()):
        _set(parent)
    if block:
        root.set("displaystyle", "true")
    found = ElementTree.tostring(root, encoding="unicode")
    return f'<span class="scroll">{found}</span>' if block else found


def _set(parent: ElementTree.Element) -> None:
    """Limits below and above sums also inside brackets; names of functions upright, a thin space before them."""
    children = list(parent)
    for place, child in reversed(list(enumerate(children))):
        name = child[0] if child.tag in (f"{MATHML}msub", f"{MATHML}msubsup") else child
        if child.tag == f"{MATHML}msubsup" and name.text == "∑":
            child.tag = f"{MATHML}munderover"
        if not _is_function(name):
            continue
        name.tag = f"{MATHML}mi"
        name.set("mathvariant", "normal")
        if parent.tag == f"{MATHML}mrow" and place and (children[place - 1].text or ")") in "])" + string.ascii_letters:
            parent.insert(place, ElementTree.Element(f"{MATHML}mspace", width="0.17em"))


def _is_function(name: ElementTree.Element) -> bool:
    text = name.text or ""
    return text.isalpha() and (name.tag == f"{MATHML}mo" or (name.tag == f"{MATHML}mi" and len(text) > 1))


def paragraph(sentence: str) -> str:
    return f"<p>{words(sentence)}</p>"


def words(sentence: str) -> str:
    """A sentence; a long formula of it stands on a line of its own."""
    return "".join(mathml(part, seen(part) > LONG) if mathematics else escape(part) for mathematics, part in pieces(sentence))


def table(rows: Rows) -> str:
    head, *body = rows
    top = "".join(f'<th scope="col">{words(cell)}</th>' for cell in head)
    lines = ["".join(f"<td>{escape(cell.replace('-', '−'))}</td>" for cell in row) for row in body]
    return f'<div class="scroll"><table><tr>{top}</tr>{"".join(f"<tr>{line}</tr>" for line in lines)}</table></div>'


def proof(shown: Shown) -> str:
    return f'<section class="proof" lang="{shown.lang}" id="{_id(shown)}">\n' + "\n".join(_lines(shown)) + "\n</section>"


def _id(shown: Shown, mark: str = "") -> str:
    return shown.proof.name.replace(".", "-") + (f"-{mark}" if mark else "")


def _lines(shown: Shown) -> Iterator[str]:
    yield f'<h2>{words(shown.title)}</h2>\n<p class="name"><code>{escape(shown.proof.name)}</code></p>'
    yield f'<div class="statement">{mathml(equation(shown, LATEX), True)}{paragraph(quantifiers(shown, LATEX))}</div>'
    defined = meanings(shown, LATEX)
    if defined:
        items = "".join(f"<li>{mathml(f'{left} = {right}', True)}</li>" for left, right in defined)
        yield f'<h3>{shown.say("where")}</h3>\n<ul class="plain">{items}</ul>'
    marked = [(one.mark, said(shown, one, LATEX)) for one in assumptions(shown)]
    holding = [(f"C{place}", item) for place, item in enumerate(conditions(shown, LATEX), 1)]
    for title, found in (("assuming", marked), ("wherever", holding)):
        if found:
            items = "".join(f"<li>{_mark(shown, mark)} {words(item)}</li>" for mark, item in found)
            yield f'<h3>{shown.say(title)}</h3>\n<ul class="plain">{items}</ul>'
    if shown.depth:
        yield from _derivation(shown)
        yield from _failing(shown)
    yield f'<p class="checked">{words(checked(shown))}</p>'


def _mark(shown: Shown, mark: str) -> str:
    return f'<a class="mark" href="#{_id(shown, mark)}">{mark}</a>'


def _derivation(shown: Shown) -> Iterator[str]:
    yield f'<h3>{shown.say("proof")}</h3>\n{mathml(written(shown.proof.statement.left, LATEX), True)}\n<ol class="lines">'
    detail = ""
    for number, step in enumerate(shown.proof.steps):
        if step.depth > 1:  # unfolds in the line that it leads to
            detail += f'<div class="detail">{_formula(step)}{paragraph(_explained(shown, number, step))}</div>'
            continue
        yield f"<li>{_formula(step)}{_unfolding(shown, number, step, detail)}</li>"
        detail = ""
    yield "</ol>"


def _formula(step: Step) -> str:
    first, *more = written_rows(step.after, LATEX, WIDEST)
    return mathml(f"= {first}", True) + "".join(mathml(rf"\qquad {row}", True) for row in more)


def _explained(shown: Shown, number: int, step: Step) -> str:
    return f"{shown.reason(number, step, LATEX)}: {shown.rule(step)[1]}"


def _unfolding(shown: Shown, number: int, step: Step, detail: str) -> str:
    marks = " ".join(_mark(shown, one.mark) for one in assumptions(shown) if number in one.steps)
    label = words(shown.reason(number, step, LATEX).partition(" [")[0])
    used = kernel_rules(shown, number)
    kernel = f"<p>{escape(used)}</p>" if used else ""
    return (
        f"<details><summary>{label} {marks}</summary>{paragraph(shown.rule(step)[1])}{detail}"
        f"<details><summary>{shown.say('the_kernel')}</summary>{kernel}<pre>{escape(normal_form(shown, step))}</pre></details>"
        "</details>"
    )


def _failing(shown: Shown) -> Iterator[str]:
    found = list(failing(shown, LATEX, MOST_OUTCOMES))
    if found:
        yield f"<h3>{shown.say('failing')}</h3>"
    yield from (_one(shown, one) for one in found)


def _one(shown: Shown, one: Failing) -> str:
    where = f" ({one.where})" if one.where else ""
    rows = table(one.rows) if one.rows else ""
    return (
        f'<details id="{_id(shown, one.mark)}"><summary><span class="mark">{one.mark}</span> {words(one.said)}{where}</summary>'
        f"{paragraph(one.what)}{rows}</details>"
    )
