"""The softmax of T independent N(0, sigma^2) scores: certified values at a fixed sigma.

Everything goes through the Laplace transform phi(v) = E exp(-e^(v+s)) of one lognormal weight e^s, because the
transform of a sum of T weights is its T-th power: the cost hardly depends on T.
  E entropy      = -T Int phi^(T-1) E[(v + s + gamma) e^(v+s) exp(-e^(v+s))] dv
  P(largest > c) = 1/2 + 1/pi Int Im[phi(u + ln kappa - i pi/2) phi(u + i pi/2)^(T-1)] du,  kappa = (1-c)/c, c >= 1/2,
                   times T: Gil-Pelaez (1951) for kappa e^(s_1) > sum of the others, which at most one entry can satisfy
  E largest      = T Int Int n(s) e^(v - e^v) phi(v, s)^(T-1) ds dv,  phi(v, s) = E[exp(-e^(v+z-s)); z < s]
The bounds beside each sum hold on the edges of a strip (see quadrature). Left out: ||J||_F for T > 2.
"""

from collections.abc import Sequence
from math import log, pi, sqrt

from flint import acb, acb_poly, arb, arb_mat, arb_poly

from derive.quadrature import (
    exponential_reach,
    exponential_tail,
    nodes,
    normal_beyond,
    normal_density,
    strip_error,
    within,
)

FADED, NOTHING = 5, arb(0, 1e-60)  # x^2 e^(x - e^x) < 1e-60 from x = 5 on; e^(-e^x) itself gets unwieldy exponents
WEIGHT_STRIP = 1.3  # half width of the strip in v = ln lambda, inside pi/2 where e^(-e^v) still falls


def _real(x: arb) -> float:
    return float(x.mid())


def entropies(sigma: arb, tokens: Sequence[int], goal: float) -> list[arb]:
    """E of the entropy (nats) of a row, for each T of `tokens`; errors near exp(-goal)."""
    s, aim = _real(sigma), goal + 4
    shift = min(pi / 2 - 0.4, s * sqrt(2 * goal))  # how far the normal density is moved off the real line
    score_step = 2 * pi * shift / (aim + shift**2 / (2 * s * s))
    point_step = 2 * pi / (aim + log(max(tokens)))  # on the strip of half width 1
    if s >= 1:
        score_step = point_step = min(score_step, point_step)  # one grid, so that the sums are convolutions
    spread, reach = s * sqrt(2 * aim), exponential_reach(s, aim)
    scores = [k * arb(score_step) for k in nodes(spread, spread, score_step)]
    points = [k * arb(point_step) for k in nodes(reach, reach, point_step)]
    phi, omega = (_convolved if s >= 1 else _summed)(
        [normal_density(x, sigma) * arb(score_step) for x in scores], scores, points
    )
    sup, area = _peak_bounds(arb(shift))[0], _peak_bounds(arb(1))[1]
    missed = strip_error((arb(shift) ** 2 / (2 * sigma * sigma)).exp(), shift, score_step)
    missed = within((missed + 2 * normal_beyond(arb(spread) / sigma)) * sup.max(arb(1)))
    error = strip_error(area, 1.0, point_step) + 2 * exponential_tail(arb(2), reach, s)
    pairs = [(f + missed, w + missed) for f, w in zip(phi, omega)]
    return [within(T * error) - T * arb(point_step) * sum((power(f, T - 1) * w for f, w in pairs), arb(0)) for T in tokens]


def _decay(x: arb) -> arb:
    return NOTHING if x > FADED else (-x.exp()).exp()


def _peak(x: arb) -> arb:
    return NOTHING if x > FADED else (x + arb.const_euler()) * (x - x.exp()).exp()


def _summed(density: list[arb], scores: list[arb], points: list[arb]) -> tuple[list[arb], list[arb]]:
    """sum_s density(s) f(v + s) at each v of `points`, for f = _decay and f = _peak."""
    phi, omega = ([sum((n * f(v + s) for n, s in zip(density, scores)), arb(0)) for v in points] for f in (_decay, _peak))
    return phi, omega


def _convolved(density: list[arb], scores: list[arb], points: list[arb]) -> tuple[list[arb], list[arb]]:
    """The same on one common grid, through two products of polynomials."""
    step, count = scores[1] - scores[0], len(scores) + len(points) - 1
    grid = [scores[0] + points[0] + k * step for k in range(count)]
    phi, omega = (_correlate(density, [f(x) for x in grid]) for f in (_decay, _peak))
    return phi, omega


def _peak_bounds(y: arb) -> tuple[arb, arb]:
    """sup and integral of |g(x + iy)|, g(x) = (x + gamma) e^(x - e^x), over real x.

    With t = e^x, c = cos y, a = y + gamma: |g| <= (|ln t| + a) t e^(-ct), and ln t <= t/e for t >= 1.
    """
    c, a, e = y.cos(), y + arb.const_euler(), arb(1).exp()
    sup = a / (e * c) + (1 / e).max(4 / (e**3 * c**2))
    return sup, a / c + 1 + 1 / (e * c**2)


def power(x: arb, n: int) -> arb:
    """x^n. In python-flint 0.9, arb ** n is nan for a ball centred on 0; acb ** n is not."""
    return (acb(x) ** n).real


def _correlate(kernel: list[arb], values: list[arb]) -> list[arb]:
    """sum_k kernel[k] values[j + k] for every j, as one product of polynomials."""
    product = (arb_poly(kernel[::-1]) * arb_poly(values)).coeffs()
    coefficients = product + [arb(0)] * (len(values) - len(product))
    return list(coefficients[len(kernel) - 1 : len(values)])


def exceedances(sigma: arb, tokens: Sequence[int], threshold: arb, goal: float) -> list[arb]:
    """P(largest weight > threshold), 1/2 <= threshold < 1, for each T of `tokens`; errors near exp(-goal)."""
    kappa = (1 - threshold) / threshold
    caps = [_exceedance_cap(sigma, T, kappa) for T in tokens]
    few = arb(-goal).exp()
    exact = {T: 2 * normal_beyond(-kappa.log() / (arb(2).sqrt() * sigma)) for T in tokens if T == 2}
    small = {T: (cap / 2) + within(cap / 2) for T, cap in zip(tokens, caps) if cap < few}
    hard = [T for T in tokens if T not in exact and T not in small]
    inverted = dict(zip(hard, _inverted(sigma, hard, kappa, goal))) if hard else {}
    return [(small | exact | inverted)[T] for T in tokens]


def _exceedance_cap(sigma: arb, T: int, kappa: arb) -> arb:
    """Upper bound: winning needs s_1 - mean(others) > ln((T-1)/kappa) (Jensen), variance sigma^2 T/(T-1)."""
    return T * normal_beyond((arb(T - 1) / kappa).log() / (sigma * (arb(T) / (T - 1)).sqrt()))


def _inverted(sigma: arb, tokens: Sequence[int], kappa: arb, goal: float) -> list[arb]:
    s, most = _real(sigma), max(tokens)
    turn = min(pi / 2, 2.5 * s)  # the contour Im s of phi(u - i pi/2): turns its oscillation into decay
    width = min(1.0, s * sqrt(8 / most)) / 1.5  # half width of the strip in u; half of it more is spent on decay
    spent = most * (1.5 * width) ** 2 / (2 * s * s)
    step = min(
        2 * pi * turn / (goal + 2 * turn**2 / s**2 + 4),
        2 * pi * width / (goal + spent + log(most * (3 + 2 * s) + abs(log(width)))),
    )
    lift = (arb(turn) ** 2 / (2 * sigma * sigma)).exp()  # what the turned contour costs
    aim = goal + 6 + _real(lift.log()) + log(most)
    spread, drop = s * sqrt(2 * aim), arb(turn).sin().log()
    down, up = exponential_reach(s, aim, 1.0), spread + log(aim) - _real(drop)
    missed = strip_error(lift**4, turn, step) + 2 * lift * normal_beyond(arb(spread) / sigma)
    scores, points = nodes(spread, spread, step), nodes(down, up, step)
    plain, moved = _boundary_values(sigma, kappa.log(), arb(turn), arb(step), scores, points, within(missed))
    right = lift * _late_decay(sigma, arb(spread), arb(up) + drop)
    results = []
    for T in tokens:
        error = strip_error(_strip_bound(sigma, T, kappa, width), width, step)
        error += exponential_tail(arb(2 * T), down, s, 1.0) + right
        terms = ((m * p.conjugate() ** (T - 1)).imag for p, m in zip(plain, moved))
        total = arb(step) * sum(terms, arb(0)) + within(error)
        results.append(T * (arb(1) / 2 + total / arb.pi()))
    return results


def _late_decay(sigma: arb, spread: arb, start: arb) -> arb:
    """Bounds Int_start^oo E exp(-e^(u+s)) du = E E_1(e^(start+s)).

    E_1(x) <= e^-x/x, used where s >= -spread; E_1(x) <= |ln x| + 1, used where s < -spread.
    """
    x = (start - spread).exp()
    rare = spread / sigma
    return (-x).exp() / x + (abs(start) + 1) * normal_beyond(rare) + sigma * normal_density(rare, arb(1))


def _boundary_values(
    sigma: arb, moved: arb, turn: arb, step: arb, scores: range, points: range, missed: arb
) -> tuple[list[acb], list[acb]]:
    """psi(u) = E exp(i e^(u+s)) and psi(u + moved) at the nodes u, the contour turned to Im s = turn."""
    angle, drop = acb(0, turn), turn.sin().log()
    density = [step * normal_density(k * step + angle, sigma) for k in scores][::-1]
    turned, ball = acb(0, 1) * angle.exp(), acb(missed, missed)  # |exp(turned e^x)| = exp(-e^(x + drop))
    grid = [k * step for k in range(points.start + scores.start, points.stop + scores.stop - 1)]

    def transform(offset: arb) -> list[acb]:
        places = [x + offset for x in grid]
        values = [acb(NOTHING) if x + drop > FADED else (turned * x.exp()).exp() for x in places]
        product = (acb_poly(density) * acb_poly(values)).coeffs()
        return [x + ball for x in product[len(density) - 1 : len(values)]]

    return transform(arb(0)), transform(moved)


def _strip_bound(sigma: arb, T: int, kappa: arb, width: float) -> arb:
    """M for the inversion integrand on |Im u| <= width.

    Moving s by width + d with d = width/2 keeps Re e^(v+s) >= e^(u+s) sin d: so |phi| <= C E exp(-e^(u+s) sin d) and
    |phi - 1| <= C E min(2, e^(u+s)), C = exp((width + d)^2 / (2 sigma^2)); integrate the first over u > 0, the
    second, once a factor, over u < 0.
    """
    d = arb(width) / 2
    grown = (T * (arb(width) + d) ** 2 / (2 * sigma * sigma)).exp()
    return grown * (T * (2 + sigma) + sigma + 1 + abs(d.sin().log()))


def largest_weights(sigma: arb, tokens: Sequence[int], goal: float) -> list[arb]:
    """E of the largest weight of a row, for each T of `tokens`; errors near exp(-goal)."""
    most, aim = max(tokens), goal + 4
    step, pace = sqrt(2 * pi * pi / (aim * most)), 2 * pi * WEIGHT_STRIP / aim
    rise = sqrt(2 * (aim + log(most)))  # standard deviations kept on either side
    scores = [k * arb(step) for k in nodes(rise, rise, step)]
    points = [k * arb(pace) for k in nodes(aim, log(aim), pace)]
    bells = [normal_density(z, arb(1)) * arb(step) * arb(pace) for z in scores]
    peaks = [(v - v.exp()).exp() for v in points]
    below = _truncated_transforms(sigma, scores, points, goal)
    results = []
    for T in tokens:
        rows = (bell * sum((p * power(f, T - 1) for p, f in zip(peaks, row)), arb(0)) for bell, row in zip(bells, below))
        results.append(T * sum(rows, arb(0)) + within(_largest_error(T, step, pace, scores, points)))
    return results


def _largest_error(T: int, step: float, pace: float, scores: list[arb], points: list[arb]) -> arb:
    """What the double sum misses. In z + iy each of T normal densities grows by e^(y^2/2); the rest integrates to 1."""
    shift = 2 * pi / (step * T)
    across = strip_error((T * arb(shift) ** 2 / 2).exp(), shift, step) + 2 * T * normal_beyond(scores[-1])
    along = strip_error(1 / arb(WEIGHT_STRIP).cos(), WEIGHT_STRIP, pace) + (-points[-1].exp()).exp() + points[0].exp()
    return across + 2 * along


def _truncated_transforms(sigma: arb, scores: list[arb], points: list[arb], goal: float) -> list[list[arb]]:
    """phi(v, z) = P(z' < z) - Int_0^oo n(z - x/sigma)/sigma (1 - exp(-e^(v-x))) dx, for each z (rows) and v (columns).

    x = l log(1 + e^t), l = min(1, sigma), makes the half line a line; at t + i pi/2, |dx/dt| <= l min(1, e^t) and
    |1 - exp(-e^(v-x))| <= min(2, e^(v - l t)), the real part of e^(v-x) being positive.
    """
    s, top = _real(sigma), _real(points[-1])
    l = min(1.0, s)
    height = 1 / (sigma * (2 * arb.pi()).sqrt())
    bound = height * (arb(l * pi / 2) ** 2 / (2 * sigma * sigma)).exp() * (2 * l + points[-1].exp())
    step = pi * pi / (goal + 6 + log(_real(bound)))
    far = min(goal + 4 + top, _real(scores[-1]) * s + s * sqrt(2 * goal + 8)) / l
    times = [k * arb(step) for k in nodes(goal + 6, far, step)]
    shifts = [l * (1 + t.exp()).log() for t in times]
    slopes = [height * l * arb(step) / (1 + (-t).exp()) for t in times]
    missed = strip_error(bound, pi / 2, step) + height * l * times[0].exp()
    last = (height * (points[-1] - l * times[-1]).exp()).min(normal_beyond(l * times[-1] / sigma - scores[-1]))
    places = [x / sigma for x in shifts]
    bells = [[((z - y) * (y - z) / 2).exp() * slope for y, slope in zip(places, slopes)] for z in scores]
    rises = [[1 - (-(v - x).exp()).exp() for v in points] for x in shifts]
    taken = (arb_mat(bells) * arb_mat(rises)).tolist()
    below = [normal_beyond(-z) + within(missed + last) for z in scores]
    return [[b - t for t in row] for b, row in zip(below, taken)]


def jacobian_norm(sigma: arb, goal: float) -> arb:
    """E ||J||_F for T = 2: E sech^2(D/2)/2, D ~ N(0, 2 sigma^2). On |Im D| <= 2, |f| <= 1/(2 cos^2 1)."""
    s = _real(sigma) * sqrt(2)
    shift = min(2.0, s * sqrt(2 * goal))
    step = 2 * pi * shift / (goal + 4 + shift**2 / (2 * s * s))
    deviation = arb(2).sqrt() * sigma
    spread = min(s * sqrt(2 * goal + 4), goal + 4)
    total = sum(
        (sech_squared_half(k * arb(step)) * normal_density(k * arb(step), deviation) for k in nodes(spread, spread, step)),
        arb(0),
    )
    edge = (arb(shift) ** 2 / (2 * deviation**2)).exp() / (2 * arb(shift / 2).cos() ** 2)
    tail = (4 * (-arb(spread)).exp() * 1).min(2 * normal_beyond(arb(spread) / deviation))
    return arb(step) * total + within(strip_error(edge, shift, step) + tail)


def sech_squared_half(difference: arb) -> arb:
    """||J||_F of a row of two scores that differ by `difference`: 2 p (1 - p) = sech^2(difference/2)/2."""
    return (difference / 2).sech() ** 2 / 2
