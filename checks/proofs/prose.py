"""Sentences with formulas in them: which parts are words and which are mathematics, so that each format sets both well.

A formula of ours in a sentence stands in plain Unicode; SPELLINGS has its LaTeX. What stands between dollar signs is
LaTeX already. Nothing of a document comes here.
"""

import re
from functools import cache

# formulas as the sentences of checks/messages spell them, and letters that are mathematics wherever they stand alone
SPELLINGS = {
    "(f / g)′ = f′ / g − f g′ / g²": r"(f / g)' = f' / g - f g' / g^{2}",
    "(f g)′ = f′ g + f g′": "(f g)' = f' g + f g'",
    "exp(iα) exp(iβ) = exp(i(α + β))": r"\exp(i\alpha) \exp(i\beta) = \exp(i(\alpha + \beta))",
    "Σ_k δ[k, j] f(k) = f(j)": r"\sum_{k} \delta_{k j} f(k) = f(j)",
    "δ[i, j] f(j) = δ[i, j] f(i)": r"\delta_{i j} f(j) = \delta_{i j} f(i)",
    "exp(a + b) = exp(a) exp(b)": r"\exp(a + b) = \exp(a) \exp(b)",
    "exp(n log a) = aⁿ": r"\exp(n \log a) = a^{n}",
    "log(a b) = log(a) + log(b)": r"\log(a b) = \log(a) + \log(b)",
    "c[i, i] = 1": "c_{i i} = 1",
    "i² = −1": "i^{2} = -1",
    "cos² + sin² = 1": r"\cos^{2} + \sin^{2} = 1",
    "∂x[i, j]/∂x[u, v] = δ[i, u] δ[j, v]": r"\partial x_{i j} / \partial x_{u v} = \delta_{i u} \delta_{j v}",
    "exp(f)′ = exp(f) f′": r"\exp(f)' = \exp(f) f'",
    "(fⁿ)′ = n fⁿ⁻¹ f′": "(f^{n})' = n f^{n - 1} f'",
    "log(f)′ = f′ / f": r"\log(f)' = f' / f",
    "φ(f)′ = φ′(f) f′": r"\varphi(f)' = \varphi'(f) f'",
    "Var(X) = E(X²) − E(X)²": r"\operatorname{Var}(X) = \operatorname{E}[X^{2}] - \operatorname{E}[X]^{2}",
    "E(f(q) g(k)) = E f(q) · E g(k)": r"\operatorname{E}[f(q) g(k)] = \operatorname{E}[f(q)] \operatorname{E}[g(k)]",
    "G Vᵀ": r"G V^{\top}",
    "Aᵀ G": r"A^{\top} G",
    "Xᵀ ∂L/∂Q": r"X^{\top} \frac{\partial L}{\partial Q}",
    "Xᵀ ∂L/∂K": r"X^{\top} \frac{\partial L}{\partial K}",
    "Xᵀ ∂L/∂V": r"X^{\top} \frac{\partial L}{\partial V}",
    "∂L/∂S K / √d_k": r"\frac{\partial L}{\partial S} K / \sqrt{d_{k}}",
    "(∂L/∂S)ᵀ Q / √d_k": r"\left(\frac{\partial L}{\partial S}\right)^{\top} Q / \sqrt{d_{k}}",
    "A ∘ (∂L/∂A − rowsum(∂L/∂A ∘ A))": r"A \odot \left(\frac{\partial L}{\partial A} - "
    r"\operatorname{rowsum}\left(\frac{\partial L}{\partial A} \odot A\right)\right)",
    "A ∘ (∂L/∂A − suma por filas de ∂L/∂A ∘ A)": r"A \odot \left(\frac{\partial L}{\partial A} - "
    r"\operatorname{rowsum}\left(\frac{\partial L}{\partial A} \odot A\right)\right)",
    "P ∘ (dP − D)": r"P \odot (dP - D)",
    "P ∘ dP": r"P \odot dP",
    "dO ∘ O": r"dO \odot O",
    "p Σy − y": r"p \sum y - y",
    "p − y": "p - y",
    "(P − Y) / N": "(P - Y) / N",
    "exp(LSE_b − LSE)": r"\exp(\operatorname{LSE}_{b} - \operatorname{LSE})",
    "m − n": "m - n",
    "s = q·k/√d_k": r"s = q \cdot k / \sqrt{d_{k}}",
    "k = ±q": r"k = \pm q",
    "k = q": "k = q",
    "Var(q·k) = d_k": r"\operatorname{Var}(q \cdot k) = d_{k}",
    "Var(q·k)": r"\operatorname{Var}(q \cdot k)",
    "E(q·k)": r"\operatorname{E}[q \cdot k]",
    "Var(s)": r"\operatorname{Var}(s)",
    "E(s)": r"\operatorname{E}[s]",
    "q·k": r"q \cdot k",
    "a > 0": "a > 0",
    "i = j": "i = j",
    "(T, d)": "(T, d)",
    "√d_k": r"\sqrt{d_{k}}",
    "d_k": "d_{k}",
    "±1": r"\pm 1",
    "±2": r"\pm 2",
    "τ": r"\tau",
    "φ": r"\varphi",
    "α": r"\alpha",
    "β": r"\beta",
    "q": "q",
    "k": "k",
    "D": "D",
    "T": "T",
}

# what stands after a formula and belongs to it
RELATIONS = {"≥ 1": r"\geq 1", "≥ 0": r"\geq 0", "≠ 0": r"\neq 0", "> 0": "> 0"}


@cache
def _formula() -> re.Pattern[str]:
    """Any of the spellings, the longest first; not a part of a word or of a name."""
    spelled = "|".join(re.escape(text) for text in sorted(SPELLINGS, key=len, reverse=True))
    return re.compile(rf"(?<![\w.\-\]])({spelled})((?: = -?\d+(?:/\d+)?)?)(?![\w\-/]|\.\w)")


def pieces(sentence: str) -> list[tuple[bool, str]]:
    """The sentence in parts: (True, LaTeX) or (False, words)."""
    found: list[tuple[bool, str]] = []
    for relation, latex in RELATIONS.items():
        sentence = sentence.replace(f"$ {relation}", f" {latex}$")
    for place, part in enumerate(sentence.split("$")):
        if place % 2:
            found.append((True, part))
            continue
        last = 0
        for match in _formula().finditer(part):
            found += [(False, part[last : match.start()]), (True, SPELLINGS[match[1]] + match[2])]
            last = match.end()
        found.append((False, part[last:]))
    return [(mathematics, text) for mathematics, text in found if text]
