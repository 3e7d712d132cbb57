"""The steps of the pass in the order in which one works them, each with the formula that defines it. Data only."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """text and latex: the defining formula. `masked`: entries whose key is masked are -infinity."""

    name: str
    text: str
    latex: str
    masked: bool = False


_FORWARD = (
    Step("Q", "Q = X W_Q", r"Q = X W_Q"),
    Step("K", "K = X W_K", r"K = X W_K"),
    Step("V", "V = X W_V", r"V = X W_V"),
    Step("S", "S = Q K^T", r"S = Q K^\top"),
    Step("scaled", "scaled = scale S", r"\mathrm{scaled} = c\,S"),
    Step("masked", "masked = scaled + mask", r"\mathrm{masked} = \mathrm{scaled} + M", masked=True),
    Step(
        "shifted",
        "shifted = masked - max of its row",
        r"\mathrm{shifted}_{ij} = \mathrm{masked}_{ij} - \max_k \mathrm{masked}_{ik}",
        masked=True,
    ),
    Step("exp", "exp = exp(shifted)", r"E = \exp(\mathrm{shifted})"),
    Step("sums", "sums = row sums of exp", r"z_i = \sum_j E_{ij}"),
    Step("A", "A = exp / sums", r"A_{ij} = E_{ij} / z_i"),
    Step("Y", "Y = A V", r"Y = A V"),
)
_BACKWARD = (
    Step("L", "L = loss(Y)", r"L"),
    Step("dY", "dY = dL/dY", r"\partial L/\partial Y"),
    Step("dV", "dV = A^T dY", r"\partial L/\partial V = A^\top\,\partial Y"),
    Step("dA", "dA = dY V^T", r"\partial L/\partial A = \partial Y\,V^\top"),
    Step(
        "dS",
        "dS = A o (dA - row sums of A o dA), at the softmax's input (scaled and masked)",
        r"\partial S_{ij} = A_{ij}\bigl(\partial A_{ij} - \sum_k A_{ik}\,\partial A_{ik}\bigr)",
    ),
    Step("dQ", "dQ = scale dS K", r"\partial L/\partial Q = c\,\partial S\,K"),
    Step("dK", "dK = scale dS^T Q", r"\partial L/\partial K = c\,\partial S^\top Q"),
    Step("dW_Q", "dW_Q = X^T dQ", r"\partial L/\partial W_Q = X^\top\,\partial Q"),
    Step("dW_K", "dW_K = X^T dK", r"\partial L/\partial W_K = X^\top\,\partial K"),
    Step("dW_V", "dW_V = X^T dV", r"\partial L/\partial W_V = X^\top\,\partial V"),
    Step(
        "dX",
        "dX = dQ W_Q^T + dK W_K^T + dV W_V^T",
        r"\partial L/\partial X = \partial Q\,W_Q^\top + \partial K\,W_K^\top + \partial V\,W_V^\top",
    ),
)
STEPS = {step.name: step for step in _FORWARD + _BACKWARD}
