"""Each small page gets the verdicts that were worked out by hand."""

import pytest
from small_pages import PAGES, check


@pytest.mark.parametrize("name", PAGES)
def test_small_page(name: str) -> None:
    check(name)
