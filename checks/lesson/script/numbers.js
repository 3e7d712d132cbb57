// Exact fractions {n, d} with d > 0, and intervals {lo, hi} of whole numbers over 2^BITS, always rounded outward.
// Whatever a formula yields lies in its interval: no float takes part. (Computed here, not certified by triplecheck.)

const BITS = 256n;
const ONE = 1n << BITS;
const LARGEST = 1000000n; // of a number that a reader may enter
const isFraction = (x) => 'n' in x;

const magnitude = (n) => (n < 0n ? -n : n);
const least = (...values) => values.reduce((a, b) => (b < a ? b : a));
const greatest = (...values) => values.reduce((a, b) => (b > a ? b : a));
const power10 = (places) => 10n ** BigInt(places);

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return magnitude(a);
}

function fraction(n, d = 1n) {
  if (d < 0n) [n, d] = [-n, -d];
  const shared = gcd(n, d) || 1n;
  return { n: n / shared, d: d / shared };
}

const ZERO = fraction(0n);
const UNIT = fraction(1n);

function floorDivide(a, b) {
  const quotient = a / b;
  return a % b !== 0n && (a < 0n) !== (b < 0n) ? quotient - 1n : quotient;
}

const ceilDivide = (a, b) => -floorDivide(-a, b);
const lower = (x) => x >> BITS; // BigInt shifts round down
const upper = (x) => -(-x >> BITS);
const interval = (x) => (isFraction(x) ? { lo: floorDivide(x.n * ONE, x.d), hi: ceilDivide(x.n * ONE, x.d) } : x);

function add(x, y) {
  if (isFraction(x) && isFraction(y)) return fraction(x.n * y.d + y.n * x.d, x.d * y.d);
  const [a, b] = [interval(x), interval(y)];
  return { lo: a.lo + b.lo, hi: a.hi + b.hi };
}

const negative = (x) => (isFraction(x) ? { n: -x.n, d: x.d } : { lo: -x.hi, hi: -x.lo });
const subtract = (x, y) => add(x, negative(y));

function multiply(x, y) {
  if (isFraction(x) && isFraction(y)) return fraction(x.n * y.n, x.d * y.d);
  if ((isFraction(x) && x.n === 0n) || (isFraction(y) && y.n === 0n)) return ZERO;
  const [a, b] = [interval(x), interval(y)];
  const products = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
  return { lo: lower(least(...products)), hi: upper(greatest(...products)) };
}

// y must be positive
function divide(x, y) {
  if (isFraction(x) && isFraction(y)) return fraction(x.n * y.d, x.d * y.n);
  const [a, b] = [interval(x), interval(y)];
  const ends = [b.lo, b.hi];
  return {
    lo: least(...ends.map((e) => floorDivide(a.lo * ONE, e))),
    hi: greatest(...ends.map((e) => ceilDivide(a.hi * ONE, e))),
  };
}

function wholeRoot(n) {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

// the square root of a whole number: a fraction where it is whole
function squareRoot(whole) {
  const n = BigInt(whole);
  const exact = wholeRoot(n);
  if (exact * exact === n) return fraction(exact);
  const lo = wholeRoot(n * ONE * ONE);
  return { lo, hi: lo + 1n };
}

const HALVINGS = 8n;

// exp at the point x / 2^BITS: Taylor at x / 2^k, then k squarings
function exponentialAt(x) {
  if (x < -BITS * ONE) return { lo: 0n, hi: 1n }; // e^-256 is below 2^-256
  const k = HALVINGS + BigInt((magnitude(x) / ONE).toString(2).length);
  const t = { lo: x >> k, hi: (x >> k) + 1n };
  let term = { lo: ONE, hi: ONE };
  let sum = term;
  for (let n = 1n; greatest(magnitude(term.lo), magnitude(term.hi)) > 2n; n += 1n) {
    term = divide(multiply(term, t), fraction(n));
    sum = add(sum, term);
  }
  sum = { lo: sum.lo - 4n, hi: sum.hi + 4n }; // |t| < 1/128: what is left is below the last term
  for (let i = 0n; i < k; i += 1n) sum = multiply(sum, sum);
  return sum;
}

function exponential(x) {
  if (isFraction(x) && x.n === 0n) return UNIT;
  const { lo, hi } = interval(x);
  return { lo: greatest(0n, exponentialAt(lo).lo), hi: exponentialAt(hi).hi };
}

// the whole number nearest to n / d, halves away from zero
function nearest(n, d) {
  const rounded = (2n * magnitude(n) + d) / (2n * d);
  return n < 0n ? -rounded : rounded;
}

// x rounded to so many decimals, halves away from zero, as a whole number of units; null where the interval is too wide
function unitsOf(x, places) {
  const unit = power10(places);
  if (isFraction(x)) return nearest(x.n * unit, x.d);
  const [lo, hi] = [nearest(x.lo * unit, ONE), nearest(x.hi * unit, ONE)];
  return lo === hi ? lo : null;
}

function spelled(units, places) {
  const digits = magnitude(units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return (units < 0n ? '−' : '') + whole + (places ? '.' + digits.slice(-places) : '');
}

function decimal(x, places) {
  const units = unitsOf(x, places);
  return units === null ? '?' : spelled(units, places);
}

const roundedTo = (x, places) => fraction(unitsOf(x, places), power10(places));

// a float for drawing, and for differences that are shown to two digits
function toNumber(x) {
  const middle = isFraction(x) ? fraction(x.n, x.d) : fraction(x.lo + x.hi, 2n * ONE);
  const shift = greatest(0n, BigInt(middle.d.toString(2).length - 900));
  return Number(middle.n >> shift) / Number(middle.d >> shift);
}

// the exact value of a float
function fractionOf(number) {
  let [n, d] = [number, 1n];
  while (!Number.isInteger(n)) [n, d] = [n * 2, d * 2n];
  return fraction(BigInt(n), d);
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i;

// {value} or {trouble: name of the sentence} for what a reader typed: 0.5  -1/3  0,25  2e-3
function parsed(text) {
  const plain = text.trim().replace(/[−–]/g, '-').replace(',', '.');
  if (!plain) return { trouble: 'bad_empty' };
  if (plain.length > 16) return { trouble: 'bad_long' };
  const parts = plain.split('/').map((part) => NUMBER.exec(part.trim()));
  if (parts.length > 2 || parts.some((m) => !m || !(m[2] || m[3]))) return { trouble: 'bad_letters' };
  if (parts.some((m) => m[4] && Math.abs(Number(m[4])) > 9)) return { trouble: 'bad_large' };
  const [top, bottom] = parts.map(fractionOfMatch);
  if (bottom && bottom.n === 0n) return { trouble: 'bad_zero' };
  const value = bottom ? fraction(top.n * bottom.d, top.d * bottom.n) : top;
  return magnitude(value.n) > LARGEST * value.d ? { trouble: 'bad_large' } : { value };
}

function fractionOfMatch([, sign, whole, rest = '', exponent = '0']) {
  const digits = BigInt((whole || '') + rest || '0') * (sign === '-' ? -1n : 1n);
  const places = rest.length - Number(exponent);
  return places >= 0 ? fraction(digits, power10(places)) : fraction(digits * power10(-places));
}

// a fraction as one writes it, where that is short
function shortFraction(x) {
  if (!isFraction(x)) return '';
  const text = x.d === 1n ? `${x.n}` : `${x.n}/${x.d}`;
  return text.length <= 16 ? text.replace('-', '−') : '';
}
