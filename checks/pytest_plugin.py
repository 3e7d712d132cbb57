"""Documents as tests: one item a claim, `page.md::46:7`, that fails where the claim is false.

Opt-in, by `-p checks.pytest_plugin` or `--triplecheck`. A claim that is open is skipped with its reason; where the project
is strict ([tool.triplecheck]) it fails, as do warnings. The only file besides pytest_option.py that knows pytest.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from checks import pytest_option
from checks.checking import check
from checks.configuration import Misconfigured, settings
from checks.document import Unreadable
from checks.findings import Finding, Report
from checks.judging.judge import FALSE, OPEN, WARNINGS
from checks.report import language, sentence
from checks.report.terminal import told

_SETTINGS = pytest.StashKey[dict[str, Any]]()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """The option and setting, where the package is not installed but only importable."""
    if not any(plugin is pytest_option for plugin in pluginmanager.get_plugins()):
        pluginmanager.register(pytest_option, "triplecheck")


def pytest_configure(config: pytest.Config) -> None:
    """Read the project's settings; a mistake in them ends the run with one sentence."""
    try:
        config.stash[_SETTINGS] = settings(config.rootpath)
    except Misconfigured as error:
        raise pytest.UsageError(str(error)) from None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "Page | None":
    """Documents are collected by name."""
    globs = parent.config.getini("triplecheck_files")
    named = any(file_path.match(glob) for glob in globs)
    excluded = any(file_path.match(glob) for glob in parent.config.stash[_SETTINGS].get("exclude", ()))
    return Page.from_parent(parent, path=file_path) if named and not excluded else None


class Page(pytest.File):
    """A document; its items are its claims."""

    def collect(self) -> Iterator["ClaimItem"]:
        """One item for each claim that is no given. A collection error where the document cannot be read."""
        try:
            report = check(str(self.path))
        except Unreadable as error:
            raise self.CollectError(str(error)) from None
        for finding in report.findings:
            if finding.verdict != "given":
                yield ClaimItem.from_parent(self, name=finding.id, finding=finding, report=report)


class FalseClaim(Exception):
    """The claim of an item is false."""


class ClaimItem(pytest.Item):
    """A claim; it fails with what the terminal report says of it."""

    def __init__(self, *, finding: Finding, report: Report, **words: Any) -> None:
        super().__init__(**words)
        self.finding, self.report = finding, report
        self.lang = self.config.stash[_SETTINGS].get("lang") or language(report)

    def runtest(self) -> None:
        """Fail, skip or pass by the verdict."""
        strict = self.config.stash[_SETTINGS].get("strict", False)
        bad = {"disagree", *FALSE, *((*WARNINGS, *OPEN) if strict else ())}
        if self.finding.verdict in bad:
            raise FalseClaim
        if self.finding.verdict in OPEN:
            pytest.skip(sentence(self.finding, self.report, self.lang))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What the terminal report says; the usual traceback where the checker itself fails."""
        if isinstance(excinfo.value, FalseClaim):
            return "\n".join(told(self.finding, self.report, self.lang))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """File, line from 0, and heading of a failure."""
        return self.path, self.finding.line - 1, f"{self.path.name}::{self.name}"
