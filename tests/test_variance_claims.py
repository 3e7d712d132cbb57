"""Var(q · k) = d_k under what a page assumes: each premise stated, dropped, or replaced by another, with right and wrong twins.

The right values are those of Var = d (σ_q² σ_k² + μ_q² σ_k² + μ_k² σ_q²) under independence; where a premise is dropped
an exact law (derive.laws) is the counter-model.
"""

import pytest

from checks.checking import check_text

S = ", s = q · k.\n\n"
PLAIN = "The components of q and k are independent with mean 0 and variance 1" + S
APART = "q and k are independent; their components have mean 0 and variance 1"

CLAIMS = [
    # all of it
    (PLAIN, "Var(s) = d_k", "agrees"),
    (PLAIN, "Var(s) = d_k^2", "wrong"),
    (PLAIN, "Var(s) = d_k − 1", "wrong"),
    (PLAIN, "Var(s) = 2 d_k", "wrong"),
    (PLAIN, "E[s] = 0", "agrees"),
    (PLAIN, "E[s] = d_k", "wrong"),
    (PLAIN, "sd(s) = √d_k", "agrees"),
    (PLAIN, "sd(s) = d_k", "wrong"),
    (PLAIN, "Var(s/√d_k) = 1", "agrees"),
    (PLAIN, "Var(s/d_k) = 1", "wrong"),
    (PLAIN, "Var(2 s) = 4 d_k", "agrees"),
    (PLAIN, "Var(2 s) = 2 d_k", "wrong"),
    (PLAIN, "Var(q_a k_a) = 1", "agrees"),
    (PLAIN, "Var(q_a k_a) = 2", "wrong"),
    (PLAIN, "E[q_a^2 k_a^2] = 1", "agrees"),
    (PLAIN, "E[q_a^2 k_a^2] = 3", "wrong"),
    (PLAIN, "The dot product has mean 0 and variance d_k.", "agrees"),
    (PLAIN, "The dot product has mean 0 and variance d_k².", "wrong"),
    # q independent of k: dropped
    ("q and k may depend on each other; their components have mean 0 and variance 1" + S, "Var(s) = d_k", "wrong"),
    ("The components have mean 0 and variance 1, but q and k are not independent" + S, "Var(s) = d_k", "wrong"),
    ("q and k have components of mean 0 and variance 1. Nothing else is assumed. Let s = q · k.\n\n", "Var(s) = d_k", "wrong"),
    ("k = q, and the components of q are ±1" + S, "Var(s) = 0", "undecided"),
    # means: 0, another number, a letter, anything
    ("The components of q and k are independent with mean 1 and variance 1" + S, "Var(s) = 3 d_k", "agrees"),
    ("The components of q and k are independent with mean 1 and variance 1" + S, "Var(s) = d_k", "wrong"),
    ("The components of q and k are independent with mean 1 and variance 1" + S, "E[s] = d_k", "agrees"),
    ("The components of q and k are independent; those of q have mean 1 and variance 1, those of k mean 0 and variance 1"
     + S, "Var(s) = 2 d_k", "agrees"),
    ("The components of q and k are independent; those of q have mean 1 and variance 1, those of k mean 0 and variance 1"
     + S, "Var(s) = d_k", "wrong"),
    ("The components of q and k are independent with mean μ and variance σ²" + S, "Var(s) = d_k (σ⁴ + 2 μ² σ²)", "agrees"),
    ("The components of q and k are independent with mean μ and variance σ²" + S, "Var(s) = d_k σ⁴", "wrong"),
    ("The components of q and k are independent with variance 1, nothing is assumed about their means" + S,
     "Var(s) = d_k", "wrong"),
    # variances: 1, another number, a letter, a standard deviation
    ("The components of q and k are independent with mean 0 and variance 4" + S, "Var(s) = 16 d_k", "agrees"),
    ("The components of q and k are independent with mean 0 and variance 4" + S, "Var(s) = d_k", "wrong"),
    ("The components of q and k are independent with mean 0 and standard deviation 2" + S, "Var(s) = 16 d_k", "agrees"),
    ("The components of q and k are independent with mean 0 and standard deviation 2" + S, "Var(s) = 4 d_k", "wrong"),
    ("The components of q and k are independent with mean 0 and variance σ²" + S, "Var(s) = σ⁴ d_k", "agrees"),
    ("The components of q and k are independent with mean 0 and variance σ²" + S, "Var(s) = σ² d_k", "wrong"),
    ("The components of q and k are independent with mean 0 and standard deviation σ" + S, "Var(s) = σ⁴ d_k", "agrees"),
    ("The components of q and k are independent with mean 0 and standard deviation σ" + S, "Var(s) = σ² d_k", "wrong"),
    ("The components of q and k are independent with mean 0 and any variance" + S, "Var(s) = d_k", "wrong"),
    ("Las componentes de q y k son independientes, de media 0 y varianza 4" + S, "Var(s) = 16 d_k", "agrees"),
    ("Las componentes de q y k son independientes, de media 0 y varianza 4" + S, "Var(s) = 4 d_k", "wrong"),
    ("The components of q and k are independent with mean 0 and variance 1/d_k" + S, "Var(s) = d_k", "wrong"),
    # uncorrelated components: of one vector they are enough
    (APART + "; the components of q and of k may be correlated" + S, "Var(s) = d_k", "wrong"),
    (APART + "; the components of q may be correlated" + S, "Var(s) = d_k", "agrees"),
    (APART + "; the components of q may be correlated" + S, "Var(s) = d_k²", "wrong"),
    (APART + "; the components of q are uncorrelated" + S, "Var(s) = d_k", "agrees"),
    ("q and k may be correlated; their components have mean 0 and variance 1" + S, "Var(s) = d_k", "wrong"),
    # what is not needed
    (PLAIN.replace(", s =", ", not necessarily normal, s ="), "Var(s) = d_k", "agrees"),
    ("The components of q and k are independent, q_a, k_a ~ N(0, 1)" + S, "Var(s) = d_k", "agrees"),
    ("The components of q and k are independent, q_a, k_a ~ N(0, 1)" + S, "Var(s) = 3 d_k", "wrong"),
    # what is said of the score, or of other arrays, is no premise
    (PLAIN + "The dot product of q and k has mean 0 and variance 64 for d_k = 64.\n\n", "Var(s) = d_k", "agrees"),
    (PLAIN + "The score has mean 0 and variance 64 for d_k = 64.\n\n", "Var(s) = d_k", "agrees"),
    (PLAIN + "The entries of W have mean 0 and variance 2.\n\n", "Var(s) = d_k", "agrees"),
    (PLAIN + "The weights have variance 2, and the entries of W have variance 1/d_k.\n\n", "Var(s) = d_k", "agrees"),
]  # fmt: skip


@pytest.mark.parametrize(("premises", "claim", "verdict"), CLAIMS, ids=range(len(CLAIMS)))
def test_a_moment_under_its_premises(premises: str, claim: str, verdict: str) -> None:
    found = [f for f in check_text(premises + claim + "\n", details=False).findings if f.start >= len(premises)]
    assert found[-1].verdict == verdict, (found[-1].printed, found[-1].reason)
    if verdict == "wrong":
        assert found[-1].counterexample or dict(found[-1].details).get("law")
