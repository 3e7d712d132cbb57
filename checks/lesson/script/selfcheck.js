// The page's own arithmetic against the certified tables that it carries. Run when the page opens, shown to the reader.

// a printed decimal as a fraction, and half a unit of its last digit
function digitsFraction(text) {
  const [, sign, whole, rest = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text);
  const places = rest.length - Number(exponent);
  const digits = BigInt(whole + rest) * (sign ? -1n : 1n);
  const unit = places >= 0 ? fraction(1n, power10(places)) : fraction(power10(-places));
  return { value: multiply(fraction(digits), unit), half: divide(unit, fraction(2n)) };
}

// whether everything that x may be rounds to the printed decimal
function agreesWithDigits(x, text) {
  const { value, half } = digitsFraction(text);
  const { lo, hi } = interval(x);
  const [from, to] = [subtract(value, half), add(value, half)];
  return lo * from.d >= from.n * ONE - from.d && hi * to.d <= to.n * ONE + to.d; // one unit of 2^-BITS for outward rounding
}

// float: near the printed decimal, by how much relative to the largest entry
const FLOAT_BOUND = 64 * 2 ** -53;

function checkWorked(note) {
  Object.entries(CERTIFIED.worked).forEach(([name, { givens, cases }]) =>
    cases.forEach(({ mask, scale, steps }) => {
      const problem = { causal: mask === 'causal', ...Object.fromEntries(GIVENS.map((of) => [of, mapped(givens[of], worth)])) };
      const width = givens.W_Q[0].length;
      const exact = attention(problem, exactKind(width, scale !== 'none'));
      const float = attention(problem, floatKind(width, scale !== 'none'));
      Object.keys(STEPS).forEach((step) => checkStep(note, `${name} ${step}`, exact[step], float[step], steps[step].digits));
    }),
  );
}

function checkStep(note, name, exact, float, digits) {
  const largest = Math.max(1, ...float.flat().map((x) => Math.abs(x ?? 0)));
  mapped(digits, (text, i, j) => {
    if (text === '-inf') return note('intervals', exact[i][j] === null && float[i][j] === null, name);
    note('intervals', agreesWithDigits(exact[i][j], text), name);
    return note('floats', Math.abs(float[i][j] - toNumber(digitsFraction(text).value)) <= FLOAT_BOUND * largest, name);
  });
}

// whether an interval holds an exact fraction
const holds = ({ lo, hi }, x) => lo * x.d <= x.n * ONE && x.n * ONE <= hi * x.d;

// the laws that make the exact column exact: results of intervals hold the results of what is in them
function checkLaws(note) {
  const points = ['1/3', '-2/7', '5', '-1/1000003', '22/7', '-6'].map(worth);
  const laws = { add, subtract, multiply, divide };
  points.forEach((x) =>
    points.forEach((y) =>
      Object.entries(laws).forEach(([name, law]) => {
        if (law === divide && y.n < 0n) return;
        note('laws', holds(law(interval(x), interval(y)), law(x, y)), name);
      }),
    ),
  );
  for (let n = 2n; n <= 12n; n += 1n) {
    const { lo, hi } = interval(squareRoot(n));
    note('laws', lo * lo <= n * ONE * ONE && n * ONE * ONE <= hi * hi && hi - lo <= 1n, `√${n}`);
  }
  checkExponentials((agrees, name) => note('laws', agrees, name));
}

// exp of a point holds the certified value, and exp of a wide interval holds both of its ends'
function checkExponentials(note) {
  const known = Object.entries(CERTIFIED.exponentials).map(([text, digits]) => [worth(text), digitsFraction(digits).value]);
  known.forEach(([x, value]) => {
    const found = exponential(x);
    note(holds(found, value) && found.hi - found.lo < 1n << 40n, `exp ${shortFraction(x)}`);
    known.forEach(([y, other]) => {
      if (subtract(y, x).n <= 0n) return;
      const wide = exponential({ lo: interval(x).lo, hi: interval(y).hi });
      note(holds(wide, value) && holds(wide, other), `exp from ${shortFraction(x)} to ${shortFraction(y)}`);
    });
  });
}

function checkNorms(note) {
  Object.entries(CERTIFIED.norms).forEach(([difference, value]) => {
    const { jacobian } = rowStatistics([0, -Number(difference)]);
    note('norms', Math.abs(jacobian / Number(value) - 1) < 1e-12, `difference ${difference}`);
  });
}

function checkVariance(note) {
  Object.entries(CERTIFIED.variance.broken).forEach(([name, { follows, law }]) => {
    const { variance } = moments(law.outcomes);
    note('variance', shortFraction(variance) === law.value, name);
    note('variance', (variance.n === BigInt(CERTIFIED.variance.width)) === follows, name);
  });
}

function checkDensities(note) {
  CERTIFIED.densities.forEach(({ d, x, rho, value }) => {
    const here = scoreDensity(Number(x), Number(d), Number(rho));
    note('density', Math.abs(here / Number(value) - 1) < 1e-10, `d_k = ${d}, x = ${x}, ρ = ${rho}`);
  });
}

// five standard errors: the seed is fixed, so that it holds or does not hold in every browser alike
function checkDraws(note) {
  Object.entries(CERTIFIED.saturation).forEach(([scale, widths]) =>
    ['1', '4', '64', '1024'].forEach((d) =>
      Object.entries(widths[d]).forEach(([tokens, row]) => {
        const factor = scale === 'sqrt' ? 1 / Math.sqrt(d) : 1;
        const { largest, jacobian } = drawn({ d: Number(d), tokens: Number(tokens), rho: 0, factor, count: COUNT, seed: 1 });
        const near = (found, p) => Math.abs(found - p) <= 5 * Math.sqrt((p * (1 - p)) / COUNT) + 1 / COUNT;
        const name = `d_k = ${d}, T = ${tokens}, ${scale}`;
        note('draws', near(share(largest, (x) => x > LIMIT), row.exceeds[0]), name);
        note('draws', Math.abs(mean(largest) - row.largest[0]) <= 5 * 0.5 / Math.sqrt(COUNT), name);
        if (row.median_jacobian) note('draws', near(share(jacobian, (x) => x <= row.median_jacobian[0]), 0.5), name);
      }),
    ),
  );
}

const CHECKS = { checkWorked, checkLaws, checkNorms, checkVariance, checkDensities, checkDraws };

// {passed, parts: part -> [agreeing, compared], failures: names}
function selfCheck() {
  const [parts, failures] = [{}, []];
  function note(part, agrees, name) {
    parts[part] ??= [0, 0];
    parts[part][0] += agrees ? 1 : 0;
    parts[part][1] += 1;
    if (!agrees) failures.push(`${part}: ${name}`);
  }
  Object.values(CHECKS).forEach((check) => check(note));
  return { passed: failures.length === 0, parts, failures };
}

let lastCheck = null;

function paintCheck() {
  if (!lastCheck) return;
  const { passed, parts, failures } = lastCheck;
  const rows = Object.entries(parts).map(([part, [agreeing, compared]]) =>
    element('li', {}, say(`check_${part}`, { agreeing, compared })),
  );
  const bad = failures.slice(0, 10).map((name) => element('li', {}, escaped(name)));
  find('check-result').innerHTML = element('p', { class: passed ? 'fine' : 'off' }, say(passed ? 'check_passed' : 'check_failed')) + element('ul', {}, ...rows, ...bad);
}

function startCheck() {
  const start = () => {
    lastCheck = selfCheck();
    paintCheck();
  };
  requestAnimationFrame(() => setTimeout(start, 100)); // the page is painted first
  painters.push(paintCheck);
}
