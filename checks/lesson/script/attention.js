// One pass of attention over three kinds of arithmetic: by hand (rounded at every step), by intervals, by floats.
// steps: name -> rows of values, null for a masked key's minus infinity. Names and formulas as `triplecheck table`'s.

const STEPS = {
  Q: 'Q = X W_Q',
  K: 'K = X W_K',
  V: 'V = X W_V',
  S: 'S = Q Kᵀ',
  scaled: 'S / √d_k',
  masked: 'S / √d_k + M',
  shifted: 'Z = S / √d_k + M − max',
  exp: 'E = exp(Z)',
  sums: 'z = Σ_j E',
  A: 'A = E / z',
  Y: 'Y = A V',
  dA: '∂L/∂A = ∂L/∂Y Vᵀ',
  dV: '∂L/∂V = Aᵀ ∂L/∂Y',
  dS: '∂L/∂Z = A ⊙ (∂L/∂A − Σ_j A ⊙ ∂L/∂A)',
  dQ: '∂L/∂Q = ∂L/∂Z K / √d_k',
  dK: '∂L/∂K = ∂L/∂Zᵀ Q / √d_k',
};

const transposed = (rows) => rows[0].map((_, j) => rows.map((row) => row[j]));
const mapped = (rows, change) => rows.map((row, i) => row.map((x, j) => change(x, i, j)));

function exactKind(width, scaled) {
  const root = scaled ? squareRoot(width) : UNIT;
  const overRoot = (x) => (isFraction(x) && x.n === 0n ? ZERO : divide(x, root));
  const sum = (xs) => xs.reduce(add, ZERO);
  return {
    of: (x) => x,
    zero: ZERO,
    overRoot,
    sum,
    dot: (xs, ys) => sum(xs.map((x, k) => multiply(x, ys[k]))),
    // from the scores before the scale: they are fractions, so that equal ones differ by exactly 0
    shifted: (row, scores, allowed) => {
      const top = allowed.reduce((best, j) => (subtract(scores[j], scores[best]).n > 0n ? j : best), allowed[0]);
      return row.map((_, j) => overRoot(subtract(scores[j], scores[top])));
    },
    exp: exponential,
    over: divide,
    weighted: (a, change, mean) => multiply(a, subtract(change, mean)),
  };
}

// every result rounded to so many decimals, halves away from zero, before it is used again
function paperKind(width, scaled, places) {
  const keep = (x) => roundedTo(x, places);
  const exact = exactKind(width, scaled);
  const root = scaled ? keep(squareRoot(width)) : UNIT;
  const isLess = (x, y) => subtract(x, y).n < 0n;
  return {
    of: (x) => x,
    zero: ZERO,
    overRoot: (x) => keep(divide(x, root)),
    sum: (xs) => keep(exact.sum(xs)),
    dot: (xs, ys) => keep(exact.dot(xs, ys)),
    shifted: (row, _, allowed) => {
      const top = allowed.reduce((best, j) => (isLess(row[best], row[j]) ? j : best), allowed[0]);
      return row.map((x) => keep(subtract(x, row[top])));
    },
    exp: (x) => keep(exponential(x)),
    over: (x, y) => keep(divide(x, y)),
    weighted: (a, change, mean) => keep(multiply(a, subtract(change, mean))),
  };
}

function floatKind(width, scaled) {
  const root = scaled ? Math.sqrt(width) : 1;
  const sum = (xs) => xs.reduce((total, x) => total + x, 0);
  return {
    of: toNumber,
    zero: 0,
    overRoot: (x) => x / root,
    sum,
    dot: (xs, ys) => sum(xs.map((x, k) => x * ys[k])),
    shifted: (row, _, allowed) => row.map((x) => x - Math.max(...allowed.map((j) => row[j]))),
    exp: Math.exp,
    over: (x, y) => x / y,
    weighted: (a, change, mean) => a * (change - mean),
  };
}

// problem: {X, W_Q, W_K, W_V, G} of fractions, causal
function attention(problem, kind) {
  const [X, W_Q, W_K, W_V, G] = ['X', 'W_Q', 'W_K', 'W_V', 'G'].map((name) => mapped(problem[name], kind.of));
  const product = (rows, columns) => rows.map((row) => columns.map((column) => kind.dot(row, column)));
  const times = (rows, matrix) => product(rows, transposed(matrix));
  const allowed = X.map((_, i) => X.map((_, j) => j).filter((j) => !problem.causal || j <= i));
  const hidden = (rows, filler) => mapped(rows, (x, i, j) => (allowed[i].includes(j) ? x : filler));
  const [Q, K, V] = [times(X, W_Q), times(X, W_K), times(X, W_V)];
  const S = product(Q, K);
  const scaled = mapped(S, kind.overRoot);
  const shifted = hidden(scaled.map((row, i) => kind.shifted(row, S[i], allowed[i])), null);
  const exp = mapped(shifted, (x) => (x === null ? kind.zero : kind.exp(x)));
  const sums = exp.map((row, i) => [kind.sum(allowed[i].map((j) => row[j]))]);
  const A = mapped(exp, (x, i, j) => (allowed[i].includes(j) ? kind.over(x, sums[i][0]) : kind.zero));
  const dA = product(G, V);
  const means = A.map((row, i) => kind.dot(row, dA[i]));
  const dS = mapped(A, (a, i, j) => (allowed[i].includes(j) ? kind.weighted(a, dA[i][j], means[i]) : kind.zero));
  return {
    Q,
    K,
    V,
    S,
    scaled,
    masked: hidden(scaled, null),
    shifted,
    exp,
    sums,
    A,
    Y: times(A, V),
    dA,
    dV: times(transposed(A), G),
    dS,
    dQ: mapped(times(dS, K), kind.overRoot),
    dK: mapped(times(transposed(dS), Q), kind.overRoot),
  };
}
