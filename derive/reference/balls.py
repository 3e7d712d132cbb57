"""The forward and backward pass in ball arithmetic (python-flint's arb): rigorous at any precision.

What is rational is multiplied exactly before it becomes a ball. exp goes entry by entry: arb_mat.exp() would be the
matrix exponential. Differences that are zero for exact reasons (equal scores, a row of equal dA, a row with one key)
come out as exact zeros.
"""

from collections.abc import Iterable

from flint import arb, arb_mat, ctx, fmpq_mat

from derive.reference.problem import Loss, Problem
from derive.reference.scores import Scores


def _total(values: Iterable[arb]) -> arb:
    total = arb(0)
    for value in values:
        total += value
    return total


def softmax_rows(shifted: arb_mat, allowed: tuple[tuple[int, ...], ...]) -> tuple[arb_mat, arb_mat, arb_mat]:
    """exp, row sums (T_q, 1) and weights of scores less their row's maximum; exact zeros where a key is masked."""
    exponentials, sums, weights = [], [], []
    for row, columns in zip(shifted.tolist(), allowed, strict=True):
        powers = [arb(0)] * len(row)
        for j in columns:
            powers[j] = row[j].exp()
        total = _total(powers[j] for j in columns)
        inverse = 1 / total
        exponentials.append(powers)
        sums.append([total])
        weights.append([power * inverse for power in powers])
    return arb_mat(exponentials), arb_mat(sums), arb_mat(weights)


def forward(problem: Problem, scores: dict[str, Scores]) -> dict[str, arb_mat]:
    """scaled, masked, shifted, exp, sums, A, Y, at the working precision."""
    steps = {name: of.balls() for name, of in scores.items()}
    steps["exp"], steps["sums"], steps["A"] = softmax_rows(steps["shifted"], problem.allowed)
    steps["Y"] = steps["A"] * arb_mat(problem.V)
    return steps


def _cross_entropy(outputs: arb_mat, classes: tuple[int, ...]) -> tuple[arb, arb_mat]:
    """The mean over the rows of -log softmax(Y)[class], and its gradient at Y."""
    rows, loss = [], arb(0)
    for row, target in zip(outputs.tolist(), classes, strict=True):
        top = max(row, key=lambda x: x.mid())
        powers = [(x - top).exp() for x in row]
        total = _total(powers)
        loss += total.log() - (row[target] - top)
        rows.append([(p / total - (j == target)) / len(classes) for j, p in enumerate(powers)])
    return loss / len(classes), arb_mat(rows)


def _loss(loss: Loss, outputs: arb_mat) -> tuple[arb | None, arb_mat | fmpq_mat]:
    """The loss (None where only its gradient is given) and dY."""
    if loss.kind == "cross-entropy":
        return _cross_entropy(outputs, loss.classes)
    if not loss.slope:
        value = None if loss.kind == "given" else _total(outputs.entries()) * arb(loss.offset[0, 0])
        return value, loss.offset
    errors = outputs - arb_mat(loss.target)
    return _total(x * x for x in errors.entries()) * arb(loss.slope / 2), errors * arb(loss.slope)


def _centred(upstream: arb_mat | fmpq_mat, values: fmpq_mat, allowed: tuple[tuple[int, ...], ...]) -> arb_mat:
    """dA less its first allowed entry in each row: the softmax Jacobian is blind to that, and zeros stay exact."""
    if isinstance(upstream, fmpq_mat):
        product = (upstream * values.transpose()).tolist()
        return arb_mat(fmpq_mat([[x - row[keys[0]] for x in row] for row, keys in zip(product, allowed, strict=True)]))
    less: dict[int, arb_mat] = {}
    rows = []
    keys = values.tolist()
    for row, columns in zip(upstream.tolist(), allowed, strict=True):
        first = columns[0]
        if first not in less:
            moved = [[x - y for x, y in zip(key, keys[first], strict=True)] for key in keys]
            less[first] = arb_mat(fmpq_mat(moved)).transpose()
        rows.append((arb_mat([row]) * less[first]).entries())
    return arb_mat(rows)


def _through_softmax(weights: arb_mat, gradient: arb_mat) -> arb_mat:
    """A o (dA - rowsum(A o dA)): the Jacobian diag(a) - a a^T of each row, applied."""
    rows = []
    for row, upstream in zip(weights.tolist(), gradient.tolist(), strict=True):
        mean = _total(a * d for a, d in zip(row, upstream, strict=True))
        rows.append([a * (d - mean) for a, d in zip(row, upstream, strict=True)])
    return arb_mat(rows)


def backward(problem: Problem, loss: Loss, steps: dict[str, arb_mat]) -> dict[str, arb_mat]:
    """L, dY, dV, dA, dS, dQ, dK and, from projections, dW_Q, dW_K, dW_V, dX. dS is taken at the softmax's input."""
    value, upstream = _loss(loss, steps["Y"])
    found: dict[str, arb_mat] = {} if value is None else {"L": arb_mat([[value]])}
    dY = arb_mat(upstream)
    dS = _through_softmax(steps["A"], _centred(upstream, problem.V, problem.allowed))
    scale = arb(problem.scale.factor) * arb(problem.scale.root).sqrt()
    found |= {"dY": dY, "dV": steps["A"].transpose() * dY, "dA": dY * arb_mat(problem.V.transpose()), "dS": dS}
    found["dQ"] = dS * arb_mat(problem.K) * scale
    found["dK"] = dS.transpose() * arb_mat(problem.Q) * scale
    return found | _projections(problem, found)


def _projections(problem: Problem, found: dict[str, arb_mat]) -> dict[str, arb_mat]:
    if not problem.projections:
        return {}
    X, W_Q, W_K, W_V = (arb_mat(problem.projections[name]) for name in ("X", "W_Q", "W_K", "W_V"))
    inputs = X.transpose()
    dQ, dK, dV = found["dQ"], found["dK"], found["dV"]
    dX = dQ * W_Q.transpose() + dK * W_K.transpose() + dV * W_V.transpose()
    return {"dW_Q": inputs * dQ, "dW_K": inputs * dK, "dW_V": inputs * dV, "dX": dX}


def both(problem: Problem, scores: dict[str, Scores], precision: int) -> dict[str, arb_mat]:
    """Every step that is not rational anyway, at so many bits."""
    with ctx.workprec(precision):
        steps = forward(problem, scores)
        if problem.loss is not None:
            steps |= backward(problem, problem.loss, steps)
    return steps
