"""The local page in a real browser: typing, verdicts, languages, themes, exports, and documents that mean harm."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import browser, complaints, needed, requests
from local_page import AT_REST, Server, server
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

pytestmark = needed

PAGE = "S = [[1, 2], [3, 4]]\n\nA = softmax(S) = [[0.269, 0.731], [0.296, 0.731]]\n"
HOSTILE = r"""# <script>top.harm = 1</script> <img src=x onerror="top.harm = 1">

<svg xmlns="http://www.w3.org/2000/svg" onload="top.harm = 1"><script>top.harm = 1</script></svg>
[here](javascript:top.harm=1) <a href="javascript:top.harm=1">1 + 1 = 3</a> <style>body { display: none }</style>

$\href{javascript:top.harm=1}{x} = 3$ and $<img src=x onerror=top.harm=1> = 2$

x = 1 + 1 = 3 <iframe src="http://evil.example/"></iframe> ![x](http://evil.example/x.png)

A[0] = "<b onmouseover=top.harm=1>" ‮ 1 + 2 = 4 ‬ </textarea><script>top.harm = 1</script> 2 + 2 = 5
"""


@pytest.fixture(scope="module")
def here() -> Iterator[Server]:
    with server("--limit", "64", "--timeout", "120") as found:
        yield found


@pytest.fixture(scope="module")
def page(here: Server) -> Iterator[Chrome]:
    with browser() as driver:
        yield driver


def until(driver: Chrome, script: str) -> object:
    """What a script gives, as soon as it gives something."""
    return WebDriverWait(driver, 30, 0.05).until(lambda d: d.execute_script(f"return {script}"))


def fresh(driver: Chrome, here: Server, lang: str = "en") -> None:
    driver.get(f"{here.address}?lang={lang}")
    until(driver, "document.getElementById('headline').textContent")


def typed(driver: Chrome, text: str) -> None:
    """Put a text where one types, as pasting does, and wait for its verdicts."""
    script = "paper.value = arguments[0]; paper.dispatchEvent(new Event('input'))"
    driver.execute_script(script, text)
    until(driver, f"report?.text === {json.dumps(text)} && report.claims.every((c) => c.followers)")
    until(driver, "at('summary').getAttribute('aria-busy') === 'false'")


def text_of(driver: Chrome, selector: str) -> str:
    return driver.find_element(By.CSS_SELECTOR, selector).text


def quiet(driver: Chrome, here: Server) -> None:
    """No complaint in the console, and nothing asked of any other address."""
    assert complaints(driver) == []
    asked = requests(driver)
    assert asked and all(url.startswith(here.address) for url in asked), asked


def test_verdicts_come_while_one_types(page: Chrome, here: Server) -> None:
    fresh(page, here)
    paper = page.find_element(By.ID, "text")
    paper.send_keys("x = 1 + 1 = 3")
    until(page, "at('headline').textContent === '1 wrong, 0 carried'")
    assert text_of(page, "#beside button") == "✗ 2"
    assert page.execute_script("return at('marks').querySelector('.wrong').textContent") == "3"
    paper.send_keys(Keys.BACKSPACE, "2")
    until(page, "at('headline').textContent === 'nothing false found'")
    assert page.execute_script("return at('summary').getAttribute('aria-live')") == "polite"
    paper.send_keys(Keys.CONTROL, "a")
    paper.send_keys(Keys.DELETE)
    until(page, "at('headline').textContent === 'Nothing to check yet.'")
    quiet(page, here)


def test_old_verdicts_keep_to_their_places_until_the_new_ones_come(page: Chrome, here: Server) -> None:
    fresh(page, here)
    typed(page, PAGE)
    page.execute_script("paper.value = 'New: 7.\\n' + paper.value; paper.dispatchEvent(new Event('input'))")
    assert page.execute_script("return at('marks').querySelector('.wrong').textContent") == "0.296"
    page.execute_script("paper.value = paper.value.replace('0.296', '0.2'); paper.dispatchEvent(new Event('input'))")
    assert page.execute_script("return at('marks').querySelector('.wrong')") is None
    until(page, "at('marks').querySelector('.wrong')?.textContent === '0.2'")


def test_an_answer_that_comes_while_one_writes_on_is_put_in_its_place(page: Chrome, here: Server) -> None:
    fresh(page, here)
    page.execute_script("paper.value = arguments[0]; check(); paper.value = 'On: 7.\\n' + paper.value", PAGE)
    until(page, "report")
    assert page.execute_script("return at('marks').querySelector('.wrong').textContent") == "0.296"


def test_characters_beyond_the_first_plane_do_not_shift_the_marks(page: Chrome, here: Server) -> None:
    fresh(page, here)
    typed(page, "𝔼 🙂 𝔸\n\nx = 1 + 1 = 3 🙂\n")
    assert page.execute_script("return at('marks').querySelector('.wrong').textContent") == "3"


def test_from_a_mistake_to_what_follows_and_back(page: Chrome, here: Server) -> None:
    fresh(page, here)
    page.find_element(By.ID, "example").click()
    until(page, "document.querySelector('article.wrong')")
    root = page.find_element(By.CSS_SELECTOR, "article.wrong")
    assert "two digits are swapped" in root.text and "0.707106781186548" in root.text
    links = root.find_elements(By.CSS_SELECTOR, ".links a")
    assert len(links) == 4
    links[0].click()
    carried = page.switch_to.active_element
    assert carried.get_attribute("class") == "carried" and page.execute_script("return location.hash").startswith("#c")
    carried.find_element(By.CSS_SELECTOR, ".kinship a").click()
    assert page.switch_to.active_element == root
    page.back()
    assert page.execute_script("return document.querySelector(':target').className") == "carried"
    root.find_element(By.CSS_SELECTOR, "h4 a").click()
    assert page.execute_script("return paper.value.slice(paper.selectionStart, paper.selectionEnd)") == "0.770"


def test_matrices_mark_wrong_cells_and_their_consequences(page: Chrome, here: Server) -> None:
    fresh(page, here)
    page.find_element(By.ID, "example").click()
    until(page, "document.querySelector('td.wrong')")
    wrong = page.find_element(By.CSS_SELECTOR, "td.wrong")
    assert wrong.text.split() == ["0.770", "0.707"]
    ActionChains(page).move_to_element(wrong).perform()
    assert len(page.find_elements(By.CSS_SELECTOR, "td.kin")) == 5
    carried = page.find_element(By.CSS_SELECTOR, "td.carried a")
    page.execute_script("arguments[0].focus()", carried)
    assert page.execute_script("return document.querySelector('td.wrong').classList.contains('kin')")
    carried.send_keys(Keys.ENTER)
    assert page.switch_to.active_element.get_attribute("class") == "carried"


def test_a_right_cell_leads_to_its_verdict_too(page: Chrome, here: Server) -> None:
    fresh(page, here)
    typed(page, PAGE)
    page.find_element(By.CSS_SELECTOR, "td.agrees a").click()
    assert page.switch_to.active_element.get_attribute("class") == "agrees"


def test_proofs_and_counterexamples_are_opened_in_place(page: Chrome, here: Server) -> None:
    fresh(page, here)
    typed(page, "For all sizes: $\\sum_j \\mathrm{softmax}(s)_j = 1$.\n\nAnd then $\\sum_j \\mathrm{softmax}(s)_j = 2$.\n")
    page.execute_script("document.querySelector('#rest').open = true")
    until(page, "document.querySelector('article.agrees')")
    for verdict, title in (("agrees", "Proof"), ("wrong", "Counterexample")):
        found = page.find_elements(By.CSS_SELECTOR, f"article.{verdict} details")
        assert [one for one in found if one.text.startswith(title)], verdict
        one = next(one for one in found if one.text.startswith(title))
        one.find_element(By.TAG_NAME, "summary").click()
        assert one.find_element(By.TAG_NAME, "dl").is_displayed()


def test_by_keyboard_alone(page: Chrome, here: Server) -> None:
    fresh(page, here)
    typed(page, PAGE.replace("0.269", "0.296"))
    selected = "paper.value.slice(paper.selectionStart, paper.selectionEnd)"
    ActionChains(page).send_keys(Keys.F8).perform()
    first = page.execute_script("return [paper.selectionStart, " + selected + "]")
    ActionChains(page).send_keys(Keys.F8).perform()
    second = page.execute_script("return [paper.selectionStart, " + selected + "]")
    assert first[1] == second[1] == "0.296" and first[0] < second[0]
    ActionChains(page).key_down(Keys.SHIFT).send_keys(Keys.F8).key_up(Keys.SHIFT).perform()
    assert page.execute_script("return paper.selectionStart") == first[0]
    assert "it should be 0.269" in page.execute_script("return at('spoken').textContent")
    for one in page.find_elements(By.CSS_SELECTOR, "button, a, select, summary, textarea, input"):
        named = one.accessible_name or one.get_attribute("aria-hidden") or one.get_attribute("tabindex") == "-1"
        assert named or not one.is_displayed(), one.get_attribute("outerHTML")


def test_language_and_theme(page: Chrome, here: Server) -> None:
    fresh(page, here)
    typed(page, PAGE)
    light = page.execute_script("return getComputedStyle(document.body).backgroundColor")
    page.find_element(By.CSS_SELECTOR, "[data-lang=es]").click()
    until(page, "at('headline').textContent.includes('erróneos')")
    assert page.execute_script("return document.documentElement.lang") == "es"
    assert text_of(page, "#derivation") == "Derivación" and "debería ser 0.269" in text_of(page, "article.wrong")
    assert page.find_element(By.ID, "text").get_property("value") == PAGE
    Select(page.find_element(By.ID, "theme")).select_by_value("dark")
    assert page.execute_script("return getComputedStyle(document.body).backgroundColor") != light
    page.get(f"{here.address}tables/two-tokens?lang=es")
    assert page.execute_script("return getComputedStyle(document.body).backgroundColor") != light
    assert page.find_elements(By.TAG_NAME, "math") and "redondeo correcto" in text_of(page, "main")
    page.execute_script("localStorage.clear()")
    quiet(page, here)


def test_exports(page: Chrome, here: Server, tmp_path: Path) -> None:
    page.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    fresh(page, here)
    typed(page, PAGE)
    for name, sign in (("html", "<!DOCTYPE html>"), ("md", "# `derivation.md`"), ("json", '{\n "format": "triplecheck/1"')):
        format = {"md": "markdown"}.get(name, name)
        page.find_element(By.CSS_SELECTOR, f"[data-export={format}]").click()
        file = tmp_path / f"triplecheck.{name}"
        WebDriverWait(page, 30, 0.05).until(lambda _, file=file: file.exists() and file.stat().st_size)
        assert file.read_text("utf-8").startswith(sign)
    quiet(page, here)


def dropped(driver: Chrome, content: bytes, name: str) -> None:
    """Drop a file onto the page."""
    script = """
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(arguments[0])], arguments[1]));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    """
    driver.execute_script(script, list(content), name)


def test_files_are_dropped(page: Chrome, here: Server) -> None:
    fresh(page, here)
    dropped(page, PAGE.encode(), "notes.tex")
    until(page, "report")
    assert page.execute_script("return [report.path, at('form').value, paper.value]") == ["notes.tex", ".tex", PAGE]
    for content, name, said in ((b"\xff\xfe", "old.md", "UTF-8"), (b"x" * 65537, "large.md", "64 KiB")):
        dropped(page, content, name)
        until(page, f"at('problem').textContent.includes({said!r})")
        assert page.find_element(By.ID, "text").get_property("value") == PAGE
    quiet(page, here)


def test_a_notebook_is_checked_without_marks(page: Chrome, here: Server) -> None:
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["x = 1 + 1 = 3\n"]}
    book = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}
    fresh(page, here)
    dropped(page, json.dumps(book).encode(), "book.ipynb")
    until(page, "document.querySelector('article.wrong')")
    assert "cell 1:1:13" in text_of(page, "article.wrong h4")
    assert not page.find_elements(By.CSS_SELECTOR, "#marks span")


@pytest.mark.parametrize("name", ["page.md", "page.html", "page.tex", "page.txt"])
def test_hostile_documents_do_nothing(page: Chrome, here: Server, name: str) -> None:
    fresh(page, here)
    quiet(page, here)
    dropped(page, HOSTILE.encode(), name)
    until(page, "report && document.querySelector('article')")
    page.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    until(page, "document.querySelectorAll('article').length === report.claims.length")
    assert page.execute_script("return top.harm") is None
    inside = "#findings :is(script, img, svg, style, iframe), #marks :is(script, img, svg, style, iframe)"
    assert not page.find_elements(By.CSS_SELECTOR, f"{inside}, a[href^=javascript]")
    assert "\u202e" not in page.execute_script("return at('verdicts').textContent")
    assert text_of(page, "#hidden")
    quiet(page, here)


def test_an_exported_page_of_a_hostile_document_does_nothing(page: Chrome, here: Server, tmp_path: Path) -> None:
    _, content, _ = here.ask("/export/html?name=page.md", HOSTILE)
    file = tmp_path / "report.html"
    file.write_text(content, "utf-8")
    requests(page)
    page.get(file.as_uri())
    assert page.execute_script("return top.harm") is None and text_of(page, "pre")
    assert all(url.startswith("file:") for url in requests(page)) and complaints(page) == []


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_shows_it_all_without_scrolling_sideways(here: Server, dark: bool) -> None:
    with browser(375, 800, dark) as phone:
        fresh(phone, here, "es")
        phone.find_element(By.ID, "example").click()
        until(phone, "document.querySelector('article.wrong')")
        assert phone.execute_script("return document.documentElement.scrollWidth") == 375
        assert _contrasts(phone) == []
        quiet(phone, here)


def _contrasts(driver: Chrome) -> list[object]:
    """The texts whose contrast is below 4.5 to 1, with it."""
    script = """
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colours) => {
      canvas.clearRect(0, 0, 1, 1);
      for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
    const under = (one) => (one ? [...under(one.parentElement), getComputedStyle(one).backgroundColor] : ["white"]);
    const bad = [];
    for (const one of document.querySelectorAll("main *, header *, footer *")) {
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own || !one.checkVisibility() || one.closest("#marks")) continue;
      const ground = under(one);
      const [a, b] = [light(rgba(ground)), light(rgba([...ground, getComputedStyle(one).color]))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) bad.push([one.tagName, one.className, one.textContent.slice(0, 30), ratio]);
    }
    return bad;
    """
    found = driver.execute_script(script)
    assert isinstance(found, list)
    return found


def test_leaving_the_page_leaves_no_process(page: Chrome, here: Server) -> None:
    fresh(page, here)
    page.execute_script("paper.value = arguments[0]; paper.dispatchEvent(new Event('input'))", PAGE * 200)
    until(page, "at('sheet').classList.contains('stale')")
    page.get("about:blank")
    assert here.settled() == AT_REST
