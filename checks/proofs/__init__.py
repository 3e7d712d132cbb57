"""Replayed proofs for readers, in every language: one file a format, all over the same Shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from checks.proofs.shown import Shown

FORMATS = ("terminal", "text", "markdown", "latex", "html")


@dataclass(frozen=True, slots=True)
class Renderer:
    """A format: how it sets a sentence, a table and a proof, and how a document is made of such parts."""

    paragraph: Callable[[str], str]
    table: Callable[[list[list[str]]], str]
    proof: Callable[[Shown], str]
    document: Callable[[Sequence[str], str], str]


def renderer(format: str) -> Renderer:
    """The renderer of one of FORMATS. ImportError where html lacks latex2mathml."""
    module = import_module(f"checks.proofs.{format}")
    return Renderer(module.paragraph, module.table, module.proof, module.document)


def render(shown: Sequence[Shown], format: str, lang: str) -> str:
    """The proofs as one document."""
    chosen = renderer(format)
    return chosen.document([chosen.proof(one) for one in shown], lang)


__all__ = ["FORMATS", "Renderer", "Shown", "render", "renderer"]
