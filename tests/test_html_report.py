"""The HTML report in a real browser: notes open by pointer and by key, links lead on, and nothing of the document runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import browser, complaints, needed, requests
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from checks.checking import check, check_text
from checks.report.html import render

ROOT = Path(__file__).parent.parent
PWNED = "document.title='pwned'"
HOSTILE = f"""# Page <script>{PWNED}</script><style>body{{display:none}}</style>

X = [[1, 2], [3, 4]]

X X = [[7, 10], [15, 23]]

<svg onload="{PWNED}"><a xlink:href="javascript:{PWNED}">exp(0) = 2</a><script>{PWNED}</script></svg>

[exp(0) = 3](javascript:{PWNED}) <img src=x onerror="{PWNED}"> <img src="https://example.org/x.png">

" onmouseover="{PWNED}" x=" exp(0) = 4\u202e5 = 2 <b onclick={PWNED}>

</span></pre></section><iframe src="https://example.org"></iframe><base href="https://example.org/"> exp(1) = 2.71

<meta http-equiv="refresh" content="0;url=https://example.org"> Y = X X = [[7, 10], [15, 23]] and Y + Y = [[14, 20], [30, 46]]
"""
pytestmark = needed


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("html")
    (folder / "hostile.html").write_text(render([check_text(HOSTILE)], "en"), encoding="utf-8")
    (folder / "page.html").write_text(render([check(str(ROOT / "examples" / "length-4.md"))], None), encoding="utf-8")
    return folder


@pytest.fixture(scope="module", params=[(1280, False), (375, True)], ids=["desk", "phone in the dark"])
def window(request: pytest.FixtureRequest) -> Iterator[webdriver.Chrome]:
    width, dark = request.param
    with browser(width, 900, dark) as opened:
        yield opened


def note(mark: WebElement) -> WebElement:
    return mark.find_element(By.CSS_SELECTOR, ":scope > .note")


def marks(window: webdriver.Chrome, verdict: str) -> list[WebElement]:
    return window.find_elements(By.CSS_SELECTOR, f"pre .mark.{verdict}")


def test_nothing_of_a_hostile_document_runs(window: webdriver.Chrome, pages: Path) -> None:
    requests(window)
    window.get((pages / "hostile.html").as_uri())
    for mark in window.find_elements(By.CLASS_NAME, "mark"):
        window.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
        ActionChains(window).move_to_element(mark).click().perform()
    assert window.title == "Report of triplecheck"
    assert complaints(window) == []
    assert requests(window) == [(pages / "hostile.html").as_uri()]
    for tag in ("script", "svg", "img", "iframe", "base", "pre script", "pre style", "[onload]", "[onerror]", "[onmouseover]"):
        assert window.find_elements(By.CSS_SELECTOR, tag) == [], tag
    hrefs = [link.get_dom_attribute("href") or "" for link in window.find_elements(By.TAG_NAME, "a")]
    assert hrefs and all(href.startswith("#d0c") for href in hrefs)
    shown = window.find_element(By.TAG_NAME, "pre").get_property("textContent")
    assert isinstance(shown, str) and f"<script>{PWNED}</script>" in shown and "\u202e" not in shown and "\ufffd" in shown


def test_a_note_opens_by_pointer(window: webdriver.Chrome, pages: Path) -> None:
    window.get((pages / "page.html").as_uri())
    mark = marks(window, "wrong")[-2]
    assert not note(mark).is_displayed()
    window.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
    ActionChains(window).move_to_element(mark).perform()
    assert note(mark).is_displayed() and "right: 0.026" in note(mark).text
    inside = (
        "const r = arguments[0].getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight"
    )
    assert window.execute_script(inside, note(mark))
    assert window.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    ActionChains(window).move_to_element(window.find_element(By.TAG_NAME, "h1")).perform()
    assert not note(mark).is_displayed()


def test_a_note_opens_by_key_and_its_links_lead_to_the_mistake_and_back(window: webdriver.Chrome, pages: Path) -> None:
    window.get((pages / "page.html").as_uri())
    carried = marks(window, "carried")[0]
    window.execute_script("arguments[0].focus()", carried)
    assert note(carried).is_displayed()
    window.switch_to.active_element.send_keys(Keys.TAB)  # into the note, to its link
    link = window.switch_to.active_element
    assert link.tag_name == "a" and note(carried).is_displayed()
    link.send_keys(Keys.ENTER)
    root = window.find_element(By.CSS_SELECTOR, ".mark:target")
    assert "wrong" in (root.get_dom_attribute("class") or "")
    window.execute_script("arguments[0].focus()", root)
    places = [a.get_dom_attribute("href") for a in note(root).find_elements(By.TAG_NAME, "a")]
    for _ in range(1 + places.index(f"#{carried.get_dom_attribute('id')}")):
        window.switch_to.active_element.send_keys(Keys.TAB)
    window.switch_to.active_element.send_keys(Keys.ENTER)
    assert window.find_element(By.CSS_SELECTOR, ".mark:target") == carried
    assert complaints(window) == []


def test_the_list_of_mistakes_leads_to_them(window: webdriver.Chrome, pages: Path) -> None:
    window.get((pages / "page.html").as_uri())
    links = window.find_elements(By.CSS_SELECTOR, ".roots a")
    assert len(links) == len(marks(window, "wrong")) == 10
    links[-1].click()
    target = window.find_element(By.CSS_SELECTOR, ".mark:target")
    assert "wrong" in (target.get_dom_attribute("class") or "") and target.is_displayed()
    assert window.execute_script(
        "const r = arguments[0].getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight", target
    )
