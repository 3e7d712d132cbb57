// Seeded draws and the exact law of a score. Same seed, same picture, in every browser.
// Generator: sfc32 (C. Doty-Humphrey, PractRand), its state filled from the seed, twelve outputs thrown away.

function generator(seed) {
  let [a, b, c, d] = [0, seed | 0, 0x9e3779b9 | 0, 1];
  function next() {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  }
  for (let i = 0; i < 12; i += 1) next();
  return next;
}

// standard normals, Box and Muller (1958)
function normals(uniform) {
  let spare = null;
  return () => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    const length = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = length * Math.sin(angle);
    return length * Math.cos(angle);
  };
}

// |q|^2 for q standard normal with d entries: chi-squared, by Marsaglia and Tsang (2000)
function squaredLength(d, normal, uniform) {
  if (d === 1) return normal() ** 2;
  const shape = d / 2 - 1 / 3;
  const factor = 1 / Math.sqrt(9 * shape);
  for (;;) {
    const z = normal();
    const v = (1 + factor * z) ** 3;
    if (v > 0 && Math.log(1 - uniform()) < z * z / 2 + shape * (1 - v + Math.log(v))) return 2 * shape * v;
  }
}

// rows of T scores of a query with T keys. Its own key, the first, has correlation rho with it, entry by entry:
// given |q| = r, q·k is normal with mean rho r^2 and variance (1 - rho^2) r^2; the other keys are independent of q.
function* scoreRows({ d, tokens, rho, factor, count, seed }) {
  const uniform = generator(seed);
  const normal = normals(uniform);
  for (let n = 0; n < count; n += 1) {
    const square = squaredLength(d, normal, uniform);
    const length = Math.sqrt(square);
    const row = Array.from({ length: tokens }, () => factor * length * normal());
    row[0] = factor * rho * square + Math.sqrt(1 - rho * rho) * row[0];
    yield row;
  }
}

// largest weight and ‖J‖_F of the softmax of a row; 1 - (largest) comes from the others: no cancellation
function rowStatistics(row) {
  const top = row.indexOf(Math.max(...row));
  const powers = row.map((s) => Math.exp(s - row[top]));
  const others = powers.reduce((sum, x, j) => (j === top ? sum : sum + x), 0);
  const weights = powers.map((x) => x / (1 + others));
  let [own, pairs, before] = [0, 0, 0];
  weights.forEach((p, j) => {
    own += (p * (j === top ? others / (1 + others) : 1 - p)) ** 2;
    pairs += 2 * before * p * p;
    before += p * p;
  });
  return { largest: weights[top], jacobian: Math.sqrt(own + pairs) };
}

// log Gamma(d / 2) for a whole number d
function logGammaHalf(d) {
  let sum = d % 2 ? Math.log(Math.PI) / 2 : 0;
  for (let x = d / 2 - 1; x > 0; x -= 1) sum += Math.log(x);
  return sum;
}

// log K_order(x), x > 0: the trapezoidal rule for K = Int_0^oo exp(-x cosh t) cosh(order t) dt, around its peak
function logBesselK(order, x) {
  const peak = Math.asinh(order / x);
  const width = (x * x + order * order) ** -0.25;
  const step = Math.min(0.1, width / 3);
  const height = -x * Math.cosh(peak) + order * peak;
  const term = (t) => Math.exp(-x * Math.cosh(t) + order * t - height) * (1 + Math.exp(-2 * order * t)) / 2;
  const start = Math.round(peak / step);
  let sum = 0;
  for (let k = start; k > 0; k -= 1) {
    const value = term(k * step);
    sum += value;
    if (value < 1e-18) break;
  }
  if (term(0) >= 1e-18) sum += term(0) / 2;
  for (let k = start + 1, value = 1; value > 1e-18; k += 1) sum += value = term(k * step);
  return height + Math.log(step * sum);
}

// density of q·k (for d = 1 infinite at 0, and so taken a little beside it), entries standard normal, (q_a, k_a) with correlation rho, independent over a
function scoreDensity(x, d, rho) {
  const rest = 1 - rho * rho;
  const order = (d - 1) / 2;
  const far = Math.max(Math.abs(x), 1e-6);
  const scale = order * Math.LN2 + logGammaHalf(d) + Math.log(Math.PI * rest) / 2;
  return Math.exp(rho * x / rest + order * Math.log(far) + logBesselK(order, far / rest) - scale);
}
