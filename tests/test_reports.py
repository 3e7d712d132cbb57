"""Each report against its own consumer: the schema of SARIF, parsers of HTML, XML and Markdown; hostile documents in all."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from markdown_it import MarkdownIt

from checks.checking import check, check_text
from checks.cli import main
from checks.document import from_text
from checks.findings import Report
from checks.report import github, html, junit, markdown, places, sarif

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((Path(__file__).parent / "data" / "sarif-2.1.0.json").read_text())
HOSTILE = """X = [[1, 2], [3, 4]]

<script>alert(1)</script> X X = [[7, 10], [15, 23]] <svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>
" onmouseover="alert(1) ' --> ]]> ``` ` | [x](javascript:alert(1)) @everyone www.example.org &lt; \x07\x00\u202e
exp(0) = 2 % 0A ::error::x, and `W = foo(Z), so W = 0.31 = 0.30`<img src=x onerror=alert(1)>
"""


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    return [check(str(ROOT / "examples" / "length-4.md")), check_text(HOSTILE), check(from_text(HOSTILE, '<b>"x.txt'), "en")]


TAGS = {"html", "head", "meta", "title", "style", "body", "section", "h1", "h2", "p", "strong", "pre", "span", "b", "a"}


class Page(HTMLParser):
    """What a browser would see: tags, attributes, links, and the text of the page itself without the notes."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: Counter[str] = Counter()
        self.names: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pages: list[str] = []
        self.inside: list[str] = []
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.tags[tag] += 1
        self.names.update(found.keys())
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        if tag == "pre":
            self.pages.append("")
        if tag not in ("meta", "link"):
            self.inside.append("note" if found.get("class") == "note" else tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.inside, tag
        opened = self.inside.pop()
        assert opened in (tag, "note"), (opened, tag)

    def handle_data(self, data: str) -> None:
        if "pre" in self.inside and "note" not in self.inside:
            self.pages[-1] += data


def test_html_shows_the_page_and_nothing_of_it_is_markup(reports: list[Report]) -> None:
    page = Page(html.render(reports, None))
    assert page.inside == []
    assert set(page.tags) <= TAGS | {"table", "tr", "th", "td"}
    assert set(page.names) <= {"lang", "charset", "http-equiv", "content", "name", "class", "id", "tabindex", "role", "href"}
    assert len(page.pages) == len(reports)
    for shown, report in zip(page.pages, reports):
        expected = re.sub(r"[\x00\x07\u202e]", "\ufffd", report.document.source)
        assert shown == expected


def test_html_marks_every_claim_and_links_both_ways(reports: list[Report]) -> None:
    page = Page(html.render(reports, "es"))
    assert page.tags["style"] == 1 and len(page.ids) == len(set(page.ids)) == sum(len(r.findings) for r in reports)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    carried, wrong = reports[0].count("carried"), sum(r.count("wrong", "disagree") for r in reports)
    assert carried > 30 and len(page.links) == 2 * sum(r.count("carried") for r in reports) + wrong


def test_html_of_claims_that_lie_in_each_other() -> None:
    report = check_text("Q K^T = K Q^T and softmax([1, 2]) = [0.269, 0.732], so 1 + 1 = 2 = 3\n")
    page = Page(html.render([report], None))
    assert page.pages == [report.document.source] and len(page.ids) == len(report.findings)


def test_sarif_validates(reports: list[Report]) -> None:
    log = json.loads(sarif.render(reports, None))
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    run = log["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    levels = Counter(result["level"] for result in run["results"])
    assert levels["error"] == sum(r.count("wrong", "carried", "disagree") for r in reports)
    prints = [result["partialFingerprints"]["claim/v1"] for result in run["results"]]
    assert len(prints) == len(set(prints))
    assert all(run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])


def test_the_schema_refuses_what_is_no_sarif() -> None:
    log = json.loads(sarif.render([check_text("exp(0) = 2\n")], None))
    log["runs"][0]["columnKind"] = "bytes"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate(log)


def test_an_empty_log_validates() -> None:
    jsonschema.Draft4Validator(SCHEMA).validate(json.loads(sarif.render([], "es")))


def fingerprints(text: str) -> set[str]:
    results = json.loads(sarif.render([check(from_text(text, "page.md"))], None))["runs"][0]["results"]
    return {r["partialFingerprints"]["claim/v1"] for r in results}


def test_fingerprints_stay_when_lines_move() -> None:
    text = "exp(0) = 2\n\nexp(0) = 2\n\n2 + 2 = 5\n"
    before = fingerprints(text)
    assert len(before) == 3 and fingerprints("Words above.\n\n" + text) == before
    assert len(before & fingerprints(text.replace("= 5", "= 6"))) == 2


def test_regions_count_code_points() -> None:
    text = "🙂🙂: exp(0) = 2\n"
    result = json.loads(sarif.render([check_text(text)], None))["runs"][0]["results"][0]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert text[region["startColumn"] - 1 : region["endColumn"] - 1] == "2"


URIS = [("a b/ñ%.md", "a%20b/%C3%B1%25.md"), ("/tmp/a b.md", "file:///tmp/a%20b.md"), ("javascript:x.md", "javascript%3Ax.md")]


@pytest.mark.parametrize("path,expected", URIS)
def test_uri(path: str, expected: str) -> None:
    assert sarif.uri(path) == expected


def test_junit_counts_and_parses(reports: list[Report]) -> None:
    root = ElementTree.fromstring(junit.render(reports, None).encode())
    for suite, report in zip(root, reports, strict=True):
        assert int(suite.attrib["tests"]) == len(suite) == len(report.findings) - report.count("given")
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.attrib[name]) == len(suite.findall(f"testcase/{tag}"))
    assert len(root[0].findall("testcase/failure")) == reports[0].count("wrong", "carried")


def test_junit_has_the_form_that_pytest_writes(tmp_path: Path, reports: list[Report]) -> None:
    """Every element and attribute of ours but `type` is one that pytest's own writer uses, at the same place."""
    (tmp_path / "test_sample_for_junit.py").write_text(
        "import pytest\ndef test_a(): print(1)\ndef test_b(): assert 0\ndef test_c(): pytest.skip('x')\n"
        "@pytest.fixture\ndef bad(): 1/0\ndef test_d(bad): pass\n"
    )
    written = tmp_path / "out.xml"
    options = ["-q", "-p", "no:cacheprovider", f"--junitxml={written}", "-o", "junit_logging=all", "--rootdir", str(tmp_path)]
    pytest.main([*options, str(tmp_path / "test_sample_for_junit.py")])
    theirs, ours = ElementTree.parse(written).getroot(), ElementTree.fromstring(junit.render(reports, None).encode())
    known = {(e.tag, name) for e in theirs.iter() for name in (*e.attrib, "")} | {("failure", "type"), ("skipped", "type")}
    assert {(e.tag, name) for e in ours.iter() for name in (*e.attrib, "")} <= known | {("error", "type")}


def test_markdown_is_inert(reports: list[Report]) -> None:
    content = markdown.render(reports, None)
    tokens = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(content)
    inner = [child for token in tokens for child in token.children or []]
    assert not [t for t in (*tokens, *inner) if t.type.startswith(("html", "link", "image", "fence", "code_block"))]
    assert sum(t.type == "table_open" for t in tokens) >= 3
    rows = sum(t.type == "tr_open" for t in tokens) - sum(t.type == "thead_open" for t in tokens)
    assert rows == sum(r.count(*places.LEVELS) for r in reports)
    cells = Counter(t.type for t in tokens)["td_open"]
    assert cells == rows * len(markdown.COLUMNS)


CODE = [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("a|b", "`a\\|b`"), ("a\n b", "`a b`"), ("", "`  `")]


@pytest.mark.parametrize("text,expected", CODE)
def test_code_spans(text: str, expected: str) -> None:
    assert markdown.code(text) == expected


def test_annotations_are_one_line_each(reports: list[Report]) -> None:
    lines = github.render(reports, None).splitlines()
    assert len(lines) == sum(r.count(*places.LEVELS) for r in reports)
    form = re.compile(r"::(error|warning|notice) file=([^,:]*)(?:,\w+=[^,:]*)*::.*")
    assert all(form.fullmatch(line) for line in lines)


def test_a_notebook_has_no_lines_of_its_file(tmp_path: Path) -> None:
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["exp(0) = 2\n"]}
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    report = check(str(path))
    result = json.loads(sarif.render([report], None))["runs"][0]["results"][0]
    assert "region" not in result["locations"][0]["physicalLocation"] and "line=" not in github.render([report], None)


@pytest.mark.parametrize("format", ["markdown", "html", "sarif", "junit", "github"])
def test_the_command(format: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("exp(0) = 2\n")
    first = main(["check", "--format", format, str(page)]), capsys.readouterr().out
    assert first[0] == 1 and len(first[1]) > 40
    assert (main(["check", "--format", format, str(page)]), capsys.readouterr().out) == first
    assert main(["check", "--coverage", "--format", format, str(page)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
