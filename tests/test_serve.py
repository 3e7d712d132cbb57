"""The local page over HTTP: who may ask, what each request may use, and that nothing is left of it."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from local_page import AT_REST, Server, running, server

from checks.checking import check_text
from checks.messages import LANGUAGES, message
from checks.report.json import as_object
from checks.serve import pages
from checks.serve.desk import Asked
from checks.serve.matrices import matrices
from checks.serve.work import answered, label

PAGE = "S = [[1, 2], [3, 4]]\n\nA = softmax(S) = [[0.269, 0.731], [0.296, 0.731]]\n"
LENGTH_4 = (Path(__file__).parent.parent / "examples" / "length-4.md").read_text("utf-8")
EXAMPLE = pages.source("example.en.md")
SLOW = "\n\n".join(LENGTH_4 for _ in range(16))  # seconds of work, whatever the machine


@pytest.fixture(scope="module")
def here() -> Iterator[Server]:
    with server("--jobs", "2", "--limit", "64", "--timeout", "120") as found:
        yield found


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    with server("--jobs", "1", "--waiting", "2", "--timeout", "0.3") as found:
        yield found


def test_the_answer_is_the_json_report_and_where_its_claims_stand(here: Server) -> None:
    found, report = here.check(LENGTH_4), check_text(LENGTH_4)
    wanted = as_object(report, "en")
    offsets = [(claim.pop("start"), claim.pop("end")) for claim in found["claims"]]
    assert [LENGTH_4[start:end] for start, end in offsets] == [f.printed for f in report.findings]
    assert {key: found[key] for key in wanted} == {**wanted, "path": "page.md"}
    assert found["headline"] == "10 wrong, 37 carried"


def test_each_language(here: Server) -> None:
    assert here.check(PAGE)["claims"][-2]["message"] != here.check(PAGE, "es")["claims"][-2]["message"]
    assert here.check(PAGE, "es")["headline"].startswith("erróneos: 1")
    for lang in LANGUAGES:
        assert f'lang="{lang}"' in here.ask("/", headers={"Accept-Language": f"{lang}-XX,en;q=0.5"})[1]
        assert here.ask(f"/words/{lang}")[1]["serve.verdicts"] == message("serve.verdicts", lang)
    assert 'lang="en"' in here.ask("/?lang=xx", headers={"Accept-Language": "tlh"})[1]
    assert here.ask("/words/xx")[0] == 404


@pytest.mark.parametrize(("format", "sign"), [("html", "<!DOCTYPE html>"), ("markdown", "# `page.md`"), ("json", "")])
def test_exports_are_the_reports(here: Server, format: str, sign: str) -> None:
    status, content, headers = here.ask(f"/export/{format}?name=page.md", PAGE)
    assert status == 200 and headers["content-disposition"].startswith("attachment")
    if format == "json":
        assert content["format"] == "triplecheck/1" and content["summary"]["wrong"] == 1
    else:
        assert content.startswith(sign) and "0.296" in content


def test_no_other_export(here: Server) -> None:
    assert here.ask("/export/sarif", PAGE)[0] == 404


def test_answer_keys(here: Server) -> None:
    status, content, _ = here.ask("/tables/two-tokens?lang=es")
    began = time.monotonic()
    assert here.ask("/tables/two-tokens?lang=es&name=x")[1] == content and time.monotonic() - began < 1  # made once
    assert status == 200 and content.count("<table>") > 5 and "style=" not in content and "<script>" not in content


def test_there_is_no_other_table(here: Server) -> None:
    assert here.ask("/tables/..%2F..%2Fetc%2Fpasswd")[0] == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:1"}, 200),
        ({"Host": "[::1]:80"}, 200),
        ({"Host": "192.168.1.7"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "localhost.evil.example:8765"}, 421),
        ({"Host": ""}, 421),
        ({"Host": "[::1"}, 421),
        ({"Host": "localhost", "Origin": "http://localhost"}, 200),
        ({"Host": "localhost", "Origin": "http://localhost:81"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403),
    ],
)
def test_who_may_ask(here: Server, headers: dict[str, str], status: int) -> None:
    found, _, sent = here.ask("/check", PAGE, headers=headers)
    assert found == status
    assert "access-control-allow-origin" not in sent and sent["content-security-policy"].startswith("default-src 'none'")


def test_a_link_from_elsewhere_leads_here_but_no_part_of_another_page_does(here: Server) -> None:
    visit = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert here.ask("/", headers=visit)[0] == 200
    assert here.ask("/tables/two-tokens", headers={**visit, "Sec-Fetch-Mode": "no-cors"})[0] == 403


def test_no_cross_origin_preflight_succeeds(here: Server) -> None:
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    status, _, headers = here.ask("/check", method="OPTIONS", headers=asked)
    assert status == 403 and not any(name.startswith("access-control") for name in headers)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"x = \xff\xfe", 422, "UTF-8"),
        (b"a\0b", 422, "byte 1"),
        (b"", 422, "empty"),
        (b" \n\t", 422, "empty"),
        (b"x" * (64 * 1024 + 1), 413, "64 KiB"),
        (b"{", 422, "notebook"),
    ],
)
def test_what_is_no_document_gets_a_sentence(here: Server, body: bytes, status: int, said: str) -> None:
    name = "page.ipynb" if body == b"{" else "page.md"
    found, content, _ = here.ask(f"/check?name={name}", body)
    assert found == status and said in content["problem"]


def test_a_size_that_is_not_said_is_limited_too(here: Server) -> None:
    with socket.create_connection(("127.0.0.1", here.port), timeout=10) as asked:
        asked.sendall(b"POST /check HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        asked.sendall(b"8000\r\n" + b"x" * 0x8000 + b"\r\n")
        asked.sendall(b"8000\r\n" + b"x" * 0x8000 + b"\r\n" + b"1\r\nx\r\n")
        assert asked.recv(4096).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    "text", ["S = [[1, 2], [3", "$\\frac{1}{", "A = softmax(", "= = =", "[" * 3000, "((((" * 500 + "1", "\u202e1 = 2\u202c"]
)
def test_half_written_text_is_answered(here: Server, text: str) -> None:
    assert here.check(text)["path"] == "page.md"


def test_a_name_is_a_label_and_never_opened(tmp_path: Path) -> None:
    """Every file opened while a request is answered is looked at."""
    secret = tmp_path / "secret.md"
    secret.write_text("1 + 1 = 3")
    opened: list[str] = []
    on = [True]
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if on[0] and event == "open" else None)
    answers = [answered(Asked("check", name=name), PAGE.encode()) for name in (str(secret), f"../{secret.name}", "/etc/passwd")]
    on[0] = False
    assert all(answer.status == 200 and b"1 + 1" not in answer.content for answer in answers)
    assert not [name for name in opened if "secret" in name or "passwd" in name]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("notes.tex", "notes.tex"),
        ("/etc/passwd", "passwd"),
        ("..\\..\\a.md", "a.md"),
        ("", "derivation.md"),
        ("<script>.md", "_script_.md"),
        ("cv\u202efdp.md", "cv_fdp.md"),
        ("a" * 300 + ".md", "a" * 77 + ".md"),
    ],
)
def test_labels(name: str, shown: str) -> None:
    assert label(name) == shown


def test_the_format_follows_the_name(here: Server) -> None:
    tex = "\\[ A = \\mathrm{softmax}(S) \\]\n% 1 + 1 = 3\n"
    assert here.check(tex, name="a.tex")["summary"]["wrong"] == 0
    assert here.check("# 1 + 1 = 3\n", name="a.md")["path"] == "a.md"


def test_twenty_checks_at_once_all_succeed(here: Server) -> None:
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda n: here.check(EXAMPLE, LANGUAGES[n % 2]), range(20)))
    assert [one["summary"]["carried"] for one in found] == [4] * 20
    assert here.settled() == AT_REST


def test_a_client_that_goes_away_leaves_no_process(here: Server) -> None:
    before = here.settled()
    asking = [asking_slowly(here.port) for _ in range(3)]  # one more than are at work
    assert here.at_work(2)
    for asked in asking:
        asked.close()
    assert here.settled() == before == AT_REST
    assert here.check(PAGE)["summary"]["wrong"] == 1


def test_a_check_that_takes_too_long_is_stopped(hasty: Server) -> None:
    hasty.ask("/check", PAGE)  # the first may wait for what processes are forked from
    began = time.monotonic()
    status, content, _ = hasty.ask("/check?lang=es", SLOW)
    assert status == 504 and content["problem"] == message("serve.late", "es", seconds="0.3")
    assert time.monotonic() - began < 5
    assert hasty.settled() == AT_REST


def test_a_body_that_does_not_come_is_not_waited_for(hasty: Server) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=10) as asked:
        asked.sendall(b"POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx")
        assert asked.recv(4096).startswith(b"HTTP/1.1 504")


def test_too_many_are_turned_away(hasty: Server) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = [status for status, _, _ in pool.map(lambda _: hasty.ask("/check", SLOW), range(8))]
    assert set(found) == {503, 504} and found.count(504) >= 2
    assert hasty.settled() == AT_REST


def test_memory_is_limited() -> None:
    with server("--memory", "1") as found:
        status, content, _ = found.ask("/check", LENGTH_4)
        assert status in (422, 500) and content["problem"]
        assert found.settled() == AT_REST


@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_it_ends_with_its_processes_also_at_work(end: str) -> None:
    with server("--jobs", "2", "--timeout", "60") as found:
        asking = [asking_slowly(found.port) for _ in range(3)]
        assert found.at_work(2)
        asking.pop(0).close()
        time.sleep(0.5)
        assert found.at_work(2)
        below = found.below()
        getattr(found.process, end)()
        found.process.wait(20)
        until = time.monotonic() + 10
        while below & set(running()) and time.monotonic() < until:
            time.sleep(0.05)
        assert not below & set(running())
        assert found.process.stderr is not None and "Traceback" not in found.process.stderr.read()


def asking_slowly(port: int) -> socket.socket:
    """A client that has asked for what takes seconds."""
    body = SLOW.encode()[: 64 * 1024]
    asked = socket.create_connection(("127.0.0.1", port), timeout=10)
    asked.sendall(f"POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    return asked


def _said(*options: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", "checks.cli", "serve", *options], capture_output=True, text=True, timeout=30)
    return done.returncode, done.stderr


def test_an_address_that_cannot_be_had(here: Server) -> None:
    status, said = _said("--port", str(here.port))
    assert status == 2 and str(here.port) in said and "Traceback" not in said
    status, said = _said("--host", "no-such-host.invalid", "--port", "0")
    assert status == 2 and "no-such-host.invalid" in said and "Traceback" not in said


def test_the_extra_that_is_missing() -> None:
    hidden = "import sys; sys.modules['uvicorn'] = None; from checks.cli import main; sys.exit(main(['serve', '--port', '0']))"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, timeout=30)
    assert done.returncode == 2 and "starlette uvicorn" in done.stderr and "Traceback" not in done.stderr


def test_other_addresses_come_with_a_warning() -> None:
    with server("--host", "0.0.0.0", "--name", "lab.example") as found:
        assert found.ask("/", headers={"Host": "lab.example"})[0] == 200
        assert found.ask("/", headers={"Host": "evil.example"})[0] == 421
        found.process.terminate()
        assert found.process.stderr is not None and "others on the network" in found.process.stderr.read()


def test_the_lesson_is_linked_where_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "find_spec", lambda name: None)
    assert "/lesson" not in pages.front("en", 1)
    monkeypatch.setattr(pages, "find_spec", lambda name: object())
    assert 'href="/lesson"' in pages.front("en", 1)


def test_the_lesson_runs_its_own_script_alone(here: Server) -> None:
    pytest.importorskip("checks.lesson", reason="the lesson is not part of this tree")
    status, content, headers = here.ask("/lesson?lang=es")
    assert status == 200 and '<html lang="es">' in content and content.rstrip().endswith("</html>")
    assert headers["content-security-policy"] == pages.own_policy(content.encode()) != pages.own_policy(b"")


def test_a_page_with_its_own_script_runs_that_alone() -> None:
    policy = pages.own_policy(b"<script>let a = 1</script><p>")
    assert "script-src 'sha256-" in policy and "default-src 'none'" in policy and "unsafe-inline'; img-src data:" in policy
    assert "script-src 'none'" in pages.own_policy(b"<p>")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("X = [[1, 2], [3, 4]]\n", [("X", [["1", "2"], ["3", "4"]])]),
        (
            "X = [[1, 2], [3, 4]]\n\nX X^T = [[5, 11], [11, 25]]\n",
            [("X", [["1", "2"], ["3", "4"]]), ("X X.T", [["5", "11"], ["11", "25"]])],
        ),
        (PAGE, [("S", [["1", "2"], ["3", "4"]]), ("A", [["0.269", "0.731"], ["0.296", "0.731"]])]),
        ("d_k = 4\n", []),
    ],
)
def test_matrices(text: str, shown: list[tuple[str, list[list[str]]]]) -> None:
    report = check_text(text)
    found = [
        (m.name, [[report.findings[n].printed for n in row if n is not None] for row in m.cells]) for m in matrices(report)
    ]
    assert found == shown


def test_a_matrix_that_is_printed_twice_is_shown_twice() -> None:
    found = [m for m in matrices(check_text(LENGTH_4)) if m.name == "S"]
    assert [m.line for m in found] == [52, 64] and found[1].cells[0][1:] == (None, None, None)


def test_the_server_itself_imports_nothing_that_checks() -> None:
    """It starts at once because of that, and what a document does to a library cannot touch it."""
    names = (
        "import sys, uvicorn, checks.commands.serve, checks.serve.app; print({'numpy', 'sympy', 'flint'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_documentation_names_options_that_are_there() -> None:
    text = (Path(__file__).parent.parent / "docs" / "serve.md").read_text("utf-8")
    known = subprocess.run(
        [sys.executable, "-m", "checks.cli", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    named = set(re.findall(r"(?<![\w-])--[a-z]+", text)) - {"--data"}
    assert len(named) > 6 and all(option in known for option in named)
