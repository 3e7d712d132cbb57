"""Online softmax: blocks of a row merge exactly, whatever numbers m, m₁, m₂ are subtracted before exp.

No maximum is needed for correctness, only for range: the theorems hold for any m.
"""

from derive.kernel import Partition
from derive.proof import Proof, Statement, chain
from derive.terms import Term, define, exp, log, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import entries, g, line

s, V = entries("s", "T"), entries("V", "T", "d_v")
m, m1, m2 = entries("m")(), entries("m_1")(), entries("m_2")()
BLOCKS = Partition("T", ("B1", "B2"))
HALVES = (("B1", m1, "1"), ("B2", m2, "2"))


def block_sum(block: str, shift: Term, name: str) -> Term:
    """ℓ_b = Σ_{k in block} exp(s_k − m_b)."""
    return define(f"ℓ_{name}", lambda: total(block, lambda k: exp(s(k) - shift)))()


def block_output(block: str, shift: Term, name: str) -> Term:
    """o_b = Σ_{k in block} exp(s_k − m_b) V_k / ℓ_b."""
    weighted = total(block, lambda k: exp(s(k) - shift) * V(k, g))
    return define(f"o_{name}", lambda f: weighted / block_sum(block, shift, name))(g)


def merged(rescale_first: bool = True) -> Term:
    """(e^{m₁−m} ℓ₁ o₁ + e^{m₂−m} ℓ₂ o₂) / (e^{m₁−m} ℓ₁ + e^{m₂−m} ℓ₂)."""
    below = [exp(shift - m) * block_sum(block, shift, name) for block, shift, name in HALVES]
    above = [
        (exp(shift - m) if rescale_first or name == "2" else exp(0 * m))
        * block_sum(block, shift, name)
        * block_output(block, shift, name)
        for block, shift, name in HALVES
    ]
    return (above[0] + above[1]) / (below[0] + below[1])


def row_output() -> Term:
    return total("T", lambda k: exp(s(k)) * V(k, g)) / total("T", lambda k: exp(s(k)))


def merge() -> Proof:
    left, right = merged(), row_output()
    tops = [total(block, lambda k: exp(s(k) - m) * V(k, g)) for block, _, _ in HALVES]
    sums = [total(block, lambda k: exp(s(k) - m)) for block, _, _ in HALVES]
    plain_tops = [total(block, lambda k: exp(s(k)) * V(k, g)) for block, _, _ in HALVES]
    plain_sums = [total(block, lambda k: exp(s(k))) for block, _, _ in HALVES]
    return chain(
        "online.merge",
        Statement(left, right, (BLOCKS,)),
        line("exp of a sum", (tops[0] + tops[1]) / (sums[0] + sums[1]), "ℓ_1", "ℓ_2", "o_1", "o_2"),
        line("cancel", (plain_tops[0] + plain_tops[1]) / (plain_sums[0] + plain_sums[1])),
        line("range split", right),
    )


def merge_twins() -> tuple[Twin, ...]:
    unweighted = (block_output(*HALVES[0]) + block_output(*HALVES[1])) / 2
    return (
        Twin("one block not rescaled", Statement(merged(rescale_first=False), row_output(), (BLOCKS,))),
        Twin("plain mean of the blocks", Statement(unweighted, row_output(), (BLOCKS,))),
    )


def log_sum_exp(block: str, name: str) -> Term:
    return define(f"LSE{name}", lambda: log(total(block, lambda k: exp(s(k)))))()


def lse_merge() -> Proof:
    left = log(exp(log_sum_exp("B1", "_1")) + exp(log_sum_exp("B2", "_2")))
    right = log_sum_exp("T", "")
    sums = [total(block, lambda k: exp(s(k))) for block in BLOCKS.parts]
    return chain(
        "online.lse_merge",
        Statement(left, right, (BLOCKS,)),
        line("exp of log", log(sums[0] + sums[1]), "LSE_1", "LSE_2"),
        line("range split", right),
    )


def lse_shift() -> Proof:
    left = log(total("T", lambda k: exp(s(k) - m))) + m
    right = log_sum_exp("T", "")
    return chain(
        "online.lse_shift",
        Statement(left, right),
        line("exp of a sum", log(exp(-m) * total("T", lambda k: exp(s(k)))) + m),
        line("log of a product", -m + log(total("T", lambda k: exp(s(k)))) + m),
        line("cancel", right),
    )


def output_from_lse() -> Proof:
    """The merge as flash-decoding does it: each block's output weighted by exp(LSE_b − LSE)."""
    parts = []
    for block, _, name in HALVES:
        own = total(block, lambda k: exp(s(k)) * V(k, g)) / total(block, lambda k: exp(s(k)))
        output = define(f"o_{name}", lambda f, own=own: own)(g)
        parts.append(exp(log_sum_exp(block, f"_{name}") - log_sum_exp("T", "")) * output)
    left, right = parts[0] + parts[1], row_output()
    tops = [total(block, lambda k: exp(s(k)) * V(k, g)) for block in BLOCKS.parts]
    below = total("T", lambda k: exp(s(k)))
    return chain(
        "online.lse_weights",
        Statement(left, right, (BLOCKS,)),
        line("exp of log", tops[0] / below + tops[1] / below, "LSE", "LSE_1", "LSE_2", "o_1", "o_2"),
        line("range split", right),
    )


def lse_twins() -> tuple[Twin, ...]:
    added = log_sum_exp("B1", "_1") + log_sum_exp("B2", "_2")
    return (Twin("log-sum-exps added", Statement(added, log_sum_exp("T", ""), (BLOCKS,))),)


def lse_shift_twins() -> tuple[Twin, ...]:
    left = log(total("T", lambda k: exp(s(k) - m)))
    return (Twin("m not added back", Statement(left, log_sum_exp("T", ""))),)


def output_from_lse_twins() -> tuple[Twin, ...]:
    parts = []
    for block, _, name in HALVES:
        own = total(block, lambda k: exp(s(k)) * V(k, g)) / total(block, lambda k: exp(s(k)))
        parts.append(exp(log_sum_exp(block, f"_{name}")) * own)
    return (Twin("weights not normalised", Statement(parts[0] + parts[1], row_output(), (BLOCKS,))),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem("online.merge", merge, merge_twins),
        Theorem("online.lse_merge", lse_merge, lse_twins),
        Theorem("online.lse_shift", lse_shift, lse_shift_twins),
        Theorem("online.lse_weights", output_from_lse, output_from_lse_twins),
    )
}
