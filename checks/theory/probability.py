"""E, Var and standard deviations of the score q · k under the premises of a section, put as ordinary formulas.

Under independence the moments follow from derive's theorems on scores; what a document lets depend is refuted by an exact
counter-model. Silence about independence is filled with the field's usual premise, which is then named.
"""

from fractions import Fraction

from checks.theory.independent import Independent, Unknown
from checks.theory.premises import UNKNOWN, Premises
from checks.theory.scope import Scope, split
from derive.expression import ONE, TWO, ZERO, Apply, Expression, Number, Symbol, apply, integer, rebuild

MOMENTS = {"expectation", "variance", "deviation", "covariance"}


def mentions_moments(expression: Expression) -> bool:
    """Whether a formula speaks of an expectation, a variance or a standard deviation."""
    from derive.expression import parts

    return any(isinstance(p, Apply) and p.operation in MOMENTS for p in parts(expression))


NOTHING_INDEPENDENT = Independent()


class NoMoment(Exception):
    """A moment that these premises do not give."""


def moments_out(
    expression: Expression, known: Premises, scope: Scope, numbers: Independent = NOTHING_INDEPENDENT
) -> Expression:
    """The formula with every moment replaced by what the premises make of it. NoMoment."""

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Apply) and part.operation in MOMENTS:
            if any(numbers.speaks_of(through(a, scope)) for a in part.arguments):
                try:
                    return numbers.moment(part.operation, part.arguments, scope)
                except Unknown:
                    raise NoMoment from None
            if len(part.arguments) != 1:
                raise NoMoment
            return moment(part.operation, part.arguments[0], known, scope)
        if isinstance(part, Apply) and part.operation == "sigma":
            return _bounded(part, known, scope)
        return None

    return rebuild(expression, change)


def through(expression: Expression, scope: Scope) -> Expression:
    """A name as the formula it is defined by, once."""
    known = scope.find(expression.name) if isinstance(expression, Symbol) else None
    return known.expression if known is not None and known.expression is not None else expression


def _bounded(sigma: Apply, known: Premises, scope: Scope) -> Expression:
    """A sum over components without bounds runs to d_k."""
    body, letter, *bounds = sigma.arguments
    inner = moments_out(body, known, scope)
    plain = inner != body or isinstance(inner, Number)
    bounds = bounds or ([apply("from", ONE), apply("to", width(known, scope))] if plain else [])
    return Apply("sigma", (inner, letter, *bounds))


def moment(kind: str, of: Expression, known: Premises, scope: Scope) -> Expression:
    """E, Var or the deviation of a random expression."""
    if kind == "deviation":
        return apply("sqrt", moment("variance", of, known, scope))
    match of:
        case Apply("divide", (inner, by)) if not _random(by, scope):
            scale = by if kind == "expectation" else apply("power", by, TWO)
            return apply("divide", moment(kind, inner, known, scope), scale)
        case Apply("times", (factor, inner)) if not _random(factor, scope) and not is_score(of, scope):
            scale = factor if kind == "expectation" else apply("power", factor, TWO)
            return apply("times", scale, moment(kind, inner, known, scope))
        case Apply("power", (inner, Number(value))) if kind == "expectation" and is_score(inner, scope):
            return _score_power(int(value), known, width(known, scope))
    if is_score(of, scope):
        return _score(kind, known, width(known, scope))
    letters = _entries(of)
    if letters is None:
        raise NoMoment
    return _entry_moment(kind, letters, known)


def width(known: Premises, scope: Scope) -> Expression:
    """How many components q and k have: what q is declared to have, else what the premises say, else d_k."""
    declared = scope.find("q")
    shape = (declared.shape or ()) if declared is not None and declared.expression is None else ()
    return Symbol(shape[0]) if len(shape) == 1 and not shape[0].isdigit() else Symbol(known.width)


def _random(e: Expression, scope: Scope) -> bool:
    return is_score(e, scope) or _entries(e) is not None


def is_score(e: Expression, scope: Scope) -> bool:
    """q · k, Q_i · K_j, Σ_a q_a k_a, or a name defined as one of them."""
    match e:
        case Symbol(name):
            known = scope.find(name)
            return known is not None and known.expression is not None and is_score(known.expression, scope)
        case Apply("times" | "matmul", (Apply("transpose", (left,)), right)) | Apply("times" | "matmul", (left, right)):
            return _vector(left) == "q" and _vector(right) == "k"
        case Apply("sigma", (body, *_)):
            return _entries(body) == "qk"
    return False


def _vector(e: Expression) -> str:
    if not isinstance(e, Symbol):
        return ""
    base, pieces = split(e.name)
    whole = len(pieces) == (1 if base.isupper() else 0)
    return base.lower() if base.lower() in ("q", "k") and whole else ""


def _entries(e: Expression) -> str | None:
    """The letters of a product of components: q_a k_a is "qk", Q_{i,a}^2 is "qq"."""
    match e:
        case Symbol(name):
            base, pieces = split(name)
            whole = len(pieces) == (2 if base.isupper() else 1)
            return base.lower() if base.lower() in ("q", "k") and whole else None
        case Apply("power", (inner, Number(value))) if value.denominator == 1 and 1 <= value <= 4:
            one = _entries(inner)
            return None if one is None else one * int(value)
        case Apply("times" | "multiply", (left, right)):
            x, y = _entries(left), _entries(right)
            return None if x is None or y is None else "".join(sorted(x + y, reverse=True))
    return None


def _entry_moment(kind: str, letters: str, known: Premises) -> Expression:
    counts = letters.count("q"), letters.count("k")
    if UNKNOWN in known.free and (kind == "variance" or max(counts) > 1):
        raise NoMoment
    if kind == "variance":
        if counts == (1, 1):
            return _score("variance", known, ONE)
        if sum(counts) == 1:
            return known.spread[letters]
        raise NoMoment
    if min(counts) and known.independent is False:
        raise NoMoment
    return _product(_raw("q", counts[0], known), _raw("k", counts[1], known))


def _raw(letter: str, order: int, known: Premises) -> Expression:
    mean, spread = known.mean[letter], known.spread[letter]
    if order == 0:
        return ONE
    if order == 1:
        return mean
    if order == 2:
        return _sum(spread, _product(mean, mean))
    if mean == ZERO and known.normal:
        return ZERO if order % 2 else apply("times", integer(3), apply("power", spread, TWO))
    raise NoMoment


def _score(kind: str, known: Premises, width: Expression) -> Expression:
    """Under independence: E = d μ_q μ_k, Var = d (σ_q² σ_k² + μ_q² σ_k² + μ_k² σ_q²)."""
    if known.independent is False or (kind == "variance" and _open(known)) or any(f.startswith("zero") for f in known.free):
        raise NoMoment
    q, k = known.mean["q"], known.mean["k"]
    v, w = known.spread["q"], known.spread["k"]
    if kind == "expectation":
        return _product(width, _product(q, k))
    square = {x: _product(m, m) for x, m in (("q", q), ("k", k))}
    return _product(width, _sum(_product(v, w), _sum(_product(square["q"], w), _product(square["k"], v))))


def _open(known: Premises) -> bool:
    """Whether the variance depends on what the page leaves open: uncorrelated components of one vector of mean 0 are enough."""
    correlated = {f[-1] for f in known.free if f.startswith("uncorrelated")}
    centred = all(mean == ZERO for mean in known.mean.values())
    return (
        len(correlated) == 2 or (bool(correlated) and not centred) or any(f.startswith(("unit", UNKNOWN)) for f in known.free)
    )


def _product(left: Expression, right: Expression) -> Expression:
    """A product, without factors of one and with nothing where one factor is zero."""
    if ZERO in (left, right):
        return ZERO
    if left == ONE or right == ONE:
        return right if left == ONE else left
    return apply("power", left, TWO) if left == right else apply("times", left, right)


def _sum(left: Expression, right: Expression) -> Expression:
    """A sum without terms that are zero."""
    if left == ZERO or right == ZERO:
        return right if left == ZERO else left
    return apply("add", left, right)


def _score_power(order: int, known: Premises, components: Expression) -> Expression:
    """E (q·k)^n for standard normal components: 0, d, 0, 3d(d + 2), … (derive.moments)."""
    if order == 1:
        return _score("expectation", known, components)
    if order == 2:
        mean = _score("expectation", known, components)
        return _sum(_score("variance", known, components), _product(mean, mean))
    usual = all(known.spread[x] == ONE and known.mean[x] == ZERO for x in "qk")
    if known.independent is False or not known.normal or not usual or not 2 <= order <= 8:
        raise NoMoment
    import sympy

    from derive.moments import d_k, score_moment

    polynomial = sympy.Poly(sympy.expand(score_moment(order)), d_k)
    total: Expression = ZERO
    for (power,), coefficient in polynomial.terms():
        exact = Fraction(int(coefficient.p), int(coefficient.q))
        term = apply("times", Number(exact), apply("power", components, integer(power)))
        total = term if total == ZERO else apply("add", total, term)
    return total


LAWS = {
    "coins": "±1",
    "mixed": "mean 0, variance 1",
    "shifted": "1 ± 1",
    "doubled": "±2",
    "tied": "(x, …, x), x = ±1",
    "plain": "N(0, 1)",
}


def counter_model(claimed: Fraction, width: int, known: Premises, same: bool = False) -> tuple[str, str] | None:
    """A law that meets what the page assumes, with another variance of the score; None where the bank has none.

    `same`: the page itself makes k of q; what its score does hangs on the law of q then, and only a normal one is told.
    Only for means of 0 and variances of 1, whatever the page leaves open.
    """
    from derive.assumptions import HYPOTHESES, models, spoiled

    if (
        (same and not known.normal)
        or any(m != ZERO for m in known.mean.values())
        or any(v != ONE for v in known.spread.values())
    ):
        return None
    dropped = known.free | ({"independence"} if known.independent is False or same else frozenset())
    required = frozenset(HYPOTHESES) - spoiled(dropped, known.normal)
    for law in models(required, width):
        variance = law.score_variance()
        found = Fraction(int(variance.p), int(variance.q))
        if found != claimed and (not same or law.name.endswith("same")):
            return _spelled(law.name, width), str(found)
    return None


def _spelled(name: str, width: int) -> str:
    """A law of derive.laws in signs."""
    parts = name.removeprefix("normal-").split("-")
    if len(parts) == 1:
        one = "N(0, 1)" if name.startswith("normal") else "±1"
        made = f"q = k = ({one}, …)" if parts == ["same"] else f"k = ±q, q = ({one}, …)"
    else:
        made = f"q: {LAWS[parts[0]]}, k: {LAWS[parts[1]]}"
    return f"{made}, d_k = {width}"
