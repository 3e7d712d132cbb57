// Sliders: the law of a score, of the largest weight and of the gradient, by d_k, T, scale and correlation.

const COUNT = 4000; // rows drawn
const LIMIT = 0.95;
const widthOf = (slider) => Math.round(2 ** (Number(slider.value) / 8)); // the slider moves in eighths of a doubling
const lab = { seed: 7 };

function settings() {
  const scaled = find('lab-scaled').checked;
  const d = widthOf(find('lab-width'));
  const [tokens, rho] = [Number(find('lab-tokens').value), Number(find('lab-rho').value) / 100];
  return { d, tokens, rho, scaled, factor: scaled ? 1 / Math.sqrt(d) : 1, count: COUNT, seed: lab.seed };
}

function drawn(of) {
  const result = { own: [], largest: [], jacobian: [] };
  for (const row of scoreRows(of)) {
    const { largest, jacobian } = rowStatistics(row);
    result.own.push(row[0]);
    result.largest.push(largest);
    result.jacobian.push(jacobian);
  }
  return result;
}

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const share = (values, test) => values.filter(test).length / values.length;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const halfWidth = (p, count) => 1.96 * Math.sqrt((p * (1 - p)) / count) + 0.5 / count;

function paintLab() {
  const of = settings();
  find('lab-width-out').textContent = of.d;
  find('lab-tokens-out').textContent = of.tokens;
  find('lab-rho-out').textContent = localNumber(of.rho, 3);
  const found = drawn(of);
  paintScore(of, found.own);
  paintLargest(of, found.largest);
  paintGradient(of, found.jacobian);
}

function paintScore({ d, rho, factor }, own) {
  const centre = factor * d * rho;
  const spread = factor * Math.sqrt(d * (1 + rho * rho));
  const [low, high] = [centre - 4.5 * spread, centre + 4.5 * spread];
  const bars = histogram(own, low, high, 45);
  const points = Array.from({ length: 180 }, (_, k) => low + ((k + 0.5) / 180) * (high - low));
  const exact = points.map((s) => [s, scoreDensity(s / factor, d, rho) / factor]);
  const normal = points.map((s) => [s, Math.exp(-((s - centre) ** 2) / (2 * spread * spread)) / (spread * Math.sqrt(2 * Math.PI))]);
  const heights = exact.map(([, y]) => y).filter((y) => y < 1.5 / spread);
  const top = 1.08 * Math.max(...heights, ...bars.map((bar) => bar[2]).filter((y) => y < 1.5 / spread));
  find('lab-score').innerHTML = chart({
    title: spoken('score_title'),
    description: spoken('score_description'),
    x: { low, high, label: spoken('score_axis') },
    y: { high: top, label: spoken('density_axis') },
    bars: bars.map(([a, b, y]) => [a, b, Math.min(y, top)]),
    lines: [
      { points: normal, name: 'second' },
      { points: exact, name: 'first' },
    ],
  });
  const values = { mean: localNumber(centre), deviation: localNumber(spread), variance: localNumber(spread * spread) };
  find('lab-score-caption').innerHTML = say('score_caption', values);
}

function paintLargest({ d, tokens, rho, scaled }, largest) {
  const bars = histogram(largest, 0, 1, 40);
  const p = share(largest, (x) => x > LIMIT);
  find('lab-largest').innerHTML = chart({
    title: spoken('largest_title'),
    description: spoken('largest_description'),
    x: { low: 0, high: 1, label: spoken('largest_axis') },
    y: { high: 1.08 * Math.max(...bars.map((bar) => bar[2])), label: spoken('density_axis') },
    bars,
    marks: [
      { x: 1 / tokens, name: 'second', text: '1/T' },
      { x: LIMIT, name: 'third', text: '0.95' },
    ],
  });
  const simulated = say('largest_caption', { p: localNumber(p, 3), half: localNumber(halfWidth(p, COUNT), 2), mean: localNumber(mean(largest), 3) });
  find('lab-largest-caption').innerHTML = `${simulated} ${certifiedSentence(d, tokens, rho, scaled)}`;
}

function certifiedSentence(d, tokens, rho, scaled) {
  const row = CERTIFIED.saturation[scaled ? 'sqrt' : 'none'][d]?.[tokens];
  if (!row || rho !== 0) return say('certified_none');
  return say('certified_here', { p: localNumber(row.exceeds[0]), mean: localNumber(row.largest[0]) });
}

const normText = (x) => (x === 0 ? '< 1e−300' : localNumber(x, 3)); // floats end there, the norm does not

function paintGradient({ d, tokens, rho, scaled }, norms) {
  const logs = norms.map((x) => Math.max(Math.log10(x), -12));
  const low = Math.floor(Math.min(-2, Math.min(...logs)));
  const bars = histogram(logs, low, 0, 40);
  const middle = median(norms);
  find('lab-gradient').innerHTML = chart({
    title: spoken('gradient_title'),
    description: spoken('gradient_description'),
    x: { low, high: 0, label: spoken('gradient_axis') },
    y: { high: 1.08 * Math.max(...bars.map((bar) => bar[2])), label: spoken('density_axis') },
    bars,
    marks: [
      { x: Math.max(Math.log10(middle), low), name: 'third', text: spoken('median') },
      { x: Math.max(Math.log10(mean(norms)), low), name: 'second', text: '' },
    ],
  });
  const row = CERTIFIED.saturation[scaled ? 'sqrt' : 'none'][d]?.[tokens];
  const certified = row?.median_jacobian && rho === 0 ? say('gradient_certified', { mean: localNumber(row.jacobian[0]), median: localNumber(row.median_jacobian[0]) }) : '';
  find('lab-gradient-caption').innerHTML = `${say('gradient_caption', { mean: normText(mean(norms)), median: normText(middle) })} ${certified}`;
}

function startLab() {
  ['lab-width', 'lab-tokens', 'lab-rho', 'lab-scaled'].forEach((id) => find(id).addEventListener('input', paintLab));
  find('lab-new').addEventListener('click', () => {
    lab.seed += 1;
    paintLab();
  });
  painters.push(paintLab);
}
