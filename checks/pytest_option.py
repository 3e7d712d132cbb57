"""The one thing that every pytest run sees of this package: the option --triplecheck, which loads the plugin."""

import pytest

PLUGIN = "checks.pytest_plugin"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("triplecheck").addoption("--triplecheck", action="store_true", help="check documents, one test a claim")
    parser.addini("triplecheck_files", "the documents to check, as globs of their names", "args", ["*.md", "*.tex", "*.ipynb"])


def pytest_configure(config: pytest.Config) -> None:
    """Load the plugin where it is asked for."""
    if config.getoption("triplecheck") and not config.pluginmanager.has_plugin(PLUGIN):
        config.pluginmanager.import_plugin(PLUGIN)
