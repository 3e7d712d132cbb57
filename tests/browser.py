"""A real browser for tests: headless Chromium by its own driver; where there is none, the tests are skipped loudly."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
needed = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None,
    reason="NOT CHECKED: needs a browser (Debian: apt-get install chromium chromium-driver)",
)


@contextmanager
def browser(width: int = 1280, height: int = 900, dark: bool = False) -> Iterator[webdriver.Chrome]:
    """A fresh headless browser of this size; its console and its requests are recorded (`complaints`, `requests`)."""
    options = Options()
    options.binary_location = CHROMIUM or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.add_argument(f"--window-size={width},{height}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        # The window of a headless browser has a least width: the page is told its size instead.
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        yield driver
    finally:
        driver.quit()


def complaints(driver: webdriver.Chrome) -> list[str]:
    """What the console has said since the last call that is an error or a warning."""
    return [str(e["message"]) for e in driver.get_log("browser") if e["level"] in ("SEVERE", "WARNING")]


def requests(driver: webdriver.Chrome) -> list[str]:
    """The addresses that were asked for since the last call, inline data left out."""
    events = [json.loads(e["message"])["message"] for e in driver.get_log("performance")]
    sent = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    return [url for url in sent if not url.startswith(("data:", "blob:"))]
