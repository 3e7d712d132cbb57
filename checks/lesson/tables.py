"""What the exact engine certifies for the lesson: worked examples, the variance argument, densities, saturation.

Plain data for JSON. Every number is a decimal or a fraction in a string, so that no float stands between the engine
and the page. The page's script is held against all of it.
"""

import re
from html import escape
from typing import Any

from checks.hypotheses import failing_on
from checks.lesson import saturation
from checks.messages import LANGUAGES
from checks.proofs.failing import law_in_words
from derive.assumptions import HYPOTHESES, USED, models
from derive.laws import Finite, Law
from derive.notation import TEXT, written
from derive.theorems.scores import QUANTITIES, countermodel, derivation, proves, replayed

DIGITS = 30
CLOSED_WIDTH = 90  # longer closed forms are not shown
EXAMPLES = ("two-tokens", "length-4")
CASES = tuple((mask, scale) for mask in ("none", "causal") for scale in ("1/sqrt(d_k)", "none"))
# what a reader may break -> the hypotheses that this drops
BREAKS: dict[str, tuple[str, ...]] = {
    "independence": ("independence",),
    "zero-mean-q": ("zero-mean-q",),
    "uncorrelated": ("uncorrelated-q", "uncorrelated-k"),
    "unit-variance-k": ("unit-variance-k",),
    "uncorrelated-q": ("uncorrelated-q",),
    "identical-distribution": ("identical-distribution",),
    "normality": ("normality",),
}
WIDTH = 2  # d_k of the laws shown: the smallest at which entries can be tied
DENSITY_WIDTHS = (1, 2, 3, 4, 16, 64, 256, 1024)
DENSITY_POINTS = ("0.25", "1", "-2.5")  # in standard deviations of uncorrelated scores
EXPONENTS = ("-1/1000", "-1/3", "-1/2", "-1", "-3", "-40", "-100", "-170")
LONG = 100  # digits of exponentials: more than the page's intervals hold
DIFFERENCES = ("0", "1", "10", "50", "300")  # of two scores
CORRELATIONS = ("0", "0.5", "-0.8")


def certified() -> dict[str, Any]:
    """Everything that the page embeds."""
    return {
        "worked": {name: worked(name) for name in EXAMPLES},
        "variance": variance(),
        "densities": densities(),
        "exponentials": exponentials(),
        "norms": norms(),
        "saturation": saturation.table(),
    }


def worked(name: str) -> dict[str, Any]:
    """The givens of a built-in example, and its steps to DIGITS digits with and without mask and scale."""
    from checks.problems.examples import EXAMPLES as RAW

    raw = RAW[name]
    cases = [{"mask": m, "scale": s, "steps": _steps(raw, m, s)} for m, s in CASES]
    return {"givens": raw.tables, "mask": raw.settings.get("mask", "none"), "cases": cases}


def _steps(raw: Any, mask: str, scale: str) -> dict[str, Any]:
    from checks.problems.raw import problem_of
    from checks.report.tables.model import Views, table
    from derive.reference.certified import reference

    found = reference(problem_of(raw.with_settings(mask=mask, scale=scale), 10**8, DIGITS), DIGITS)
    steps = table(found, raw.title, Views(DIGITS), {}).steps
    return {of.step.name: {"digits": of.digits, "closed": _closed(of.closed)} for of in steps}


def _closed(entries: Any) -> list[list[str | None]] | None:
    """The short closed forms, as one writes them; None for a step without any."""
    if entries is None:
        return None
    texts = [[of.text if of is not None and len(of.text) <= CLOSED_WIDTH else None for of in row] for row in entries]
    return [[text and handwritten(text) for text in row] for row in texts]


def handwritten(text: str) -> str:
    """SymPy's spelling as one writes it: 2·√2·exp(√2/2) for 2*sqrt(2)*exp(sqrt(2)/2)."""
    text = re.sub(r"sqrt\((\d+)\)", r"√\1", text)
    return text.replace("**2", "²").replace("**", "^").replace("*", "·").replace("-", "−")


def variance() -> dict[str, Any]:
    """The proof that Var(q . k) = d_k, and for each hypothesis that can be broken what is left and a law to see it on."""
    quantity = QUANTITIES["scores.variance"]
    whole = replayed(derivation(quantity, HYPOTHESES)).proof
    broken = {name: _broken(quantity, dropped) for name, dropped in BREAKS.items()}
    return {"lines": _lines(whole), "broken": broken, "width": WIDTH}


def _broken(quantity: Any, dropped: tuple[str, ...]) -> dict[str, Any]:
    proof = derivation(quantity, set(HYPOTHESES) - set(dropped))
    follows = proves(proof, quantity)
    law = _harmless(dropped) if follows else countermodel(quantity, dropped, WIDTH)
    assert isinstance(law, Finite), f"no finite law without {dropped}"
    return {"follows": follows, "lines": _lines(replayed(proof).proof), "law": _law(law, quantity)}


def _harmless(dropped: tuple[str, ...]) -> Law | None:
    """A law on which the hypothesis fails and all those hold that some proof without it uses."""
    needed = [name for name in USED if name not in dropped]
    return next((law for law in models(needed, WIDTH) if set(dropped) <= set(failing_on(law))), None)


def _law(law: Finite, quantity: Any) -> dict[str, Any]:
    outcomes = [[str(p), [str(x) for x in q], [str(x) for x in k]] for p, q, k in law.outcomes]
    words = {lang: law_in_words(law, lang) for lang in LANGUAGES}
    return {"words": words, "outcomes": outcomes, "value": str(quantity.value(law)), "fails": failing_on(law)}


def _lines(proof: Any) -> list[dict[str, Any]]:
    """Each line of a proof as HTML, with what it rests on."""
    return [{"rule": step.rule, "uses": list(step.uses), "html": formula(written(step.after, TEXT))} for step in proof.steps]


OFF = "Cov_≠"  # how the engine writes a covariance of different entries; it always comes with the factor 1 − δ


def formula(text: str) -> str:
    """A line about moments as HTML, with one sum over a ≠ b where the engine subtracts the sum over a = b."""
    terms = re.findall(r"(?:^|(?<= ))([+−]?) ?((?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^()+−])+)", text)
    off = [(sign or "+", body.strip()) for sign, body in terms if OFF in body]
    double = [(sign, body) for sign, body in off if "Σ_{a, b}" in body]
    single = sorted((sign, _factors(body)) for sign, body in off if "Σ_{a, b}" not in body)
    if single != sorted(("+" if sign == "−" else "−", _factors(body.replace("b", "a"))) for sign, body in double):
        raise ValueError(f"no sum over a ≠ b: {text}")
    kept = [(sign, body.replace("Σ_{a, b}", "Σ_{a ≠ b}")) for sign, body in double]
    kept += [(sign, body.strip()) for sign, body in terms if OFF not in body]
    first, *rest = sorted(kept, key=lambda term: term[0] == "−")
    text = first[0].strip("+") + first[1] + "".join(f" {sign or '+'} {body}" for sign, body in rest)
    text = escape(text.replace(OFF, "Cov"), quote=False).replace("^2", "<sup>2</sup>").replace("²", "<sup>2</sup>")
    return re.sub(r"(?<=[Σdqk])_(?:\{([^}]*)\}|(\w))", r"<sub>\1\2</sub>", text)


def _factors(body: str) -> list[str]:
    """What a sum over a (or over a, a) multiplies, squares written out, in a fixed order."""
    inside = body.replace("Σ_{a, a} ", "").replace("Σ_{a} ", "")
    return sorted(re.findall(r"\S+", re.sub(r"(\S+)\^2", r"\1 \1", inside.replace(", ", ","))))


def densities() -> list[dict[str, str]]:
    """The density of q . k at some points, widths and correlations, to 15 digits."""
    return [_density(d, x, rho) for d in DENSITY_WIDTHS for x in DENSITY_POINTS for rho in CORRELATIONS]


def _density(d: int, point: str, rho: str) -> dict[str, str]:
    from flint import arb, ctx

    from derive.distributions import correlated_density
    from derive.quadrature import PRECISION

    x = float(point) * d**0.5  # a float is an exact number: the page takes the same one
    with ctx.workprec(PRECISION):
        value = correlated_density(arb(x), d, arb(float(rho)))
        return {"d": str(d), "x": repr(x), "rho": rho, "value": value.str(15, radius=False)}


def exponentials() -> dict[str, str]:
    """exp at some points, to more digits than the page's intervals: they must hold these values."""
    from flint import arb, ctx, fmpq

    with ctx.workprec(4 * LONG):
        points = {text: arb(fmpq(*map(int, text.split("/")))) for text in EXPONENTS}
        return {text: x.exp().str(LONG, radius=False) for text, x in points.items()}


def norms() -> dict[str, str]:
    """||J||_F of the softmax of two scores, by their difference: half of sech^2 of half of it."""
    from flint import arb, ctx

    from derive.gaussian_rows import sech_squared_half

    with ctx.workprec(200):
        return {text: sech_squared_half(arb(int(text))).str(DIGITS, radius=False) for text in DIFFERENCES}
