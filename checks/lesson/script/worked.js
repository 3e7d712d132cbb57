// The worked example: the reader's numbers in, every step three ways out.

const GIVENS = ['X', 'W_Q', 'W_K', 'W_V', 'G'];
const MORE_PLACES = 30;
const SIDES = ['tokens', 'model', 'd_k', 'd_v'];
const SHAPES = { X: ['tokens', 'model'], W_Q: ['model', 'd_k'], W_K: ['model', 'd_k'], W_V: ['model', 'd_v'], G: ['tokens', 'd_v'] };
const worked = { cells: {}, sizes: {}, revealed: new Set(), steps: null };

function loadExample(name) {
  const { givens, mask } = CERTIFIED.worked[name];
  worked.cells = Object.fromEntries(GIVENS.map((given) => [given, givens[given].map((row) => [...row])]));
  worked.sizes = { tokens: givens.X.length, model: givens.W_Q.length, d_k: givens.W_Q[0].length, d_v: givens.W_V[0].length };
  SIDES.forEach((side) => (find(`size-${side}`).value = worked.sizes[side]));
  find('causal').checked = mask === 'causal';
  find('scaled').checked = true;
  paintGivens();
}

function resize(side, value) {
  worked.sizes[side] = value;
  GIVENS.forEach((name) => {
    const [height, width] = SHAPES[name].map((of) => worked.sizes[of]);
    const old = worked.cells[name];
    const filled = (i, j) => old[i]?.[j] ?? (name.startsWith('W') && i === j ? '1' : '0');
    worked.cells[name] = Array.from({ length: height }, (_, i) => Array.from({ length: width }, (_, j) => filled(i, j)));
  });
  paintGivens();
}

function paintGivens() {
  find('givens').innerHTML = GIVENS.map((name) => {
    const rows = worked.cells[name].map((row, i) => {
      const cells = row.map((text, j) => {
        const named = { 'data-place': `${name} ${i} ${j}`, 'aria-label': `${name}[${i}, ${j}]` };
        return element('td', {}, `<input inputmode="text" size="5" value="${escaped(text)}" data-place="${named['data-place']}" aria-label="${named['aria-label']}">`);
      });
      return element('tr', {}, ...cells);
    });
    return element('div', { class: 'scroll' }, element('table', { class: 'matrix' }, element('caption', {}, prettyName(name)), element('tbody', {}, ...rows)));
  }).join('');
  paintWorked();
}

const prettyName = (name) =>
  name === 'G' ? 'G = ∂L/∂Y' : escaped(name).replace(/_(\w)/g, '<sub>$1</sub>').replace(/^d(?=[A-Z])/, '∂L/∂');
const prettyFormula = (text) => escaped(text).replace(/_(\w)/g, '<sub>$1</sub>');

// the problem as fractions, or null with the bad cells marked
function readGivens() {
  const problem = { causal: find('causal').checked };
  GIVENS.forEach((name) => (problem[name] = mapped(worked.cells[name], () => ZERO)));
  const bad = all('#givens input').filter((input) => {
    const [name, i, j] = input.dataset.place.split(' ');
    const { value, trouble } = parsed(input.value);
    input.setAttribute('aria-invalid', String(Boolean(trouble)));
    if (trouble) input.dataset.trouble = trouble;
    else problem[name][i][j] = value;
    return trouble;
  });
  const lines = bad.slice(0, 3).map((input) => `${input.getAttribute('aria-label')}: ${say(input.dataset.trouble)}`);
  if (bad.length > 3) lines.push(say('bad_more', { count: bad.length - 3 }));
  find('trouble').innerHTML = lines.map((line) => element('p', {}, line)).join('');
  return bad.length ? null : problem;
}

const threeWays = (problem, places, scaled) => ({
  paper: attention(problem, paperKind(worked.sizes.d_k, scaled, places)),
  exact: attention(problem, exactKind(worked.sizes.d_k, scaled)),
  float: attention(problem, floatKind(worked.sizes.d_k, scaled)),
});

// the certified steps of a built-in example, if these are its numbers and every entry here has the certified digits
function certifiedCase() {
  const mask = find('causal').checked ? 'causal' : 'none';
  const scale = find('scaled').checked ? '1/sqrt(d_k)' : 'none';
  const same = ({ givens }) => GIVENS.every((name) => JSON.stringify(givens[name]) === JSON.stringify(worked.cells[name]));
  const [name, example] = Object.entries(CERTIFIED.worked).find(([, of]) => same(of)) ?? [];
  const { steps } = example?.cases.find((of) => of.mask === mask && of.scale === scale) ?? {};
  return name && confirmed(worked.steps.exact, steps) && { name, steps };
}

const confirmed = (exact, steps) =>
  Object.keys(STEPS).every((step) =>
    exact[step].every((row, i) => row.every((x, j) => x === null || agreesWithDigits(x, steps[step].digits[i][j]))),
  );

function paintWorked() {
  const problem = readGivens();
  const places = Number(find('places').value);
  worked.steps = problem && threeWays(problem, places, find('scaled').checked);
  const certified = problem && certifiedCase();
  find('origin').innerHTML = problem ? say(certified ? 'exact_certified' : 'exact_here') : say('bad_stop');
  find('steps').innerHTML = problem ? stepsShown().map((name, n) => stepCard(name, n, places, certified)).join('') : '';
  find('share').hidden = !problem;
  if (problem) find('own-map').innerHTML = ownMap();
  reachScrollers();
}

const stepsShown = () => Object.keys(STEPS).filter((name) => name !== 'masked' || find('causal').checked);

function stepCard(name, number, places, certified) {
  const shown = !find('paper-first').checked || worked.revealed.has(name);
  const title = element('h3', { id: `step-${name}` }, `${number + 1}. <span class="formula">${stepFormula(name)}</span>`);
  const text = element('p', {}, say(`step_${name}`));
  const button = element('button', { type: 'button', 'data-reveal': name, 'aria-describedby': `step-${name}` }, say('reveal_step'));
  const inside = shown ? stepResults(name, places, certified) : element('p', { class: 'noprint' }, button, ' ', say('reveal_hint'));
  return element('section', { class: 'step', 'aria-labelledby': `step-${name}` }, title, text, inside);
}

function stepFormula(name) {
  const formula = find('scaled').checked ? STEPS[name] : STEPS[name].replace(' / √d_k', '');
  return prettyFormula(find('causal').checked ? formula : formula.replace(' + M', ''));
}

function stepResults(name, places, certified) {
  const { paper, exact, float } = worked.steps;
  const right = mapped(exact[name], (x) => x && unitsOf(x, places));
  const off = mapped(paper[name], (x, i, j) => x !== null && right[i][j] !== null && unitsOf(x, places) !== right[i][j]);
  const count = off.flat().filter(Boolean).length;
  const total = paper[name].flat().filter((x) => x !== null).length;
  const columns = [
    matrix('column_paper', paper[name], (x, i, j) => cellText(x, places, off[i][j] && right[i][j])),
    matrix(certified ? 'column_certified' : 'column_exact', exact[name], (x) => cellText(x, places + 3)),
    matrix('column_float', float[name], (x) => (x === null ? '−∞' : fixed(x, places + 3))),
  ];
  const verdict = say(count ? 'paper_off' : 'paper_fine', { count, total, places });
  const details = element('details', {}, element('summary', {}, say('every_digit')), everyDigit(name, certified));
  return element('div', { class: 'three' }, ...columns) + element('p', { class: count ? 'off' : 'fine' }, verdict) + details;
}

// a float to so many decimals; what rounds to zero has no sign
const fixed = (x, places) => x.toFixed(places).replace(/^-(?=[0.]*$)/, '').replace('-', '−');

function cellText(x, places, right = false) {
  if (x === null) return '−∞';
  const text = decimal(x, places);
  if (right === false || right === null) return text;
  return element('mark', {}, `${text}<span class="right"> ≠ ${spelled(right, places)}</span>`);
}

function matrix(caption, rows, written) {
  const body = rows.map((row, i) => element('tr', {}, ...row.map((x, j) => element('td', {}, written(x, i, j)))));
  const table = element('table', { class: 'matrix' }, element('caption', {}, say(caption)), element('tbody', {}, ...body));
  return scroller(spoken(caption), table);
}

// entry by entry: the interval's digits, the closed form where triplecheck has a short one, and how far the float is off
function everyDigit(name, certified) {
  const { exact, float } = worked.steps;
  const closed = certified?.steps[name]?.closed;
  const rows = exact[name].flatMap((row, i) =>
    row.map((x, j) => {
      if (x === null) return '';
      const form = closed?.[i][j] ?? shortFraction(x);
      const gap = Math.abs(toNumber(subtract(fractionOf(float[name][i][j]), x)));
      const cells = [`[${i}, ${j}]`, decimal(x, MORE_PLACES), form, String(float[name][i][j]).replace('-', '−'), gap ? gap.toExponential(1) : '0'];
      return element('tr', {}, ...cells.map((text) => element('td', {}, escaped(text))));
    }),
  );
  const heads = ['entry', 'digits', 'closed', 'float', 'gap'].map((word) => element('th', { scope: 'col' }, say(`digits_${word}`)));
  const table = element('table', { class: 'digits' }, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
  return scroller(spoken('every_digit'), table);
}

function ownMap() {
  const weights = worked.steps.exact.A.map((row, i) => row.map((x, j) => (find('causal').checked && j > i ? null : toNumber(x))));
  return heatMap(weights, mapWords('map_own'));
}

const mapWords = (title, values) => ({
  title: spoken(title, values),
  description: spoken('map_description'),
  rows: spoken('map_queries'),
  columns: spoken('map_keys'),
  corner: 'A',
});

function startWorked() {
  all('[data-example]').forEach((node) => node.addEventListener('click', () => loadExample(node.dataset.example)));
  SIDES.forEach((side) => find(`size-${side}`).addEventListener('change', (event) => resize(side, Number(event.target.value))));
  ['causal', 'scaled', 'places', 'paper-first'].forEach((id) => find(id).addEventListener('change', paintWorked));
  find('givens').addEventListener('input', ({ target }) => {
    const [name, i, j] = target.dataset.place.split(' ');
    worked.cells[name][i][j] = target.value;
    paintWorked();
  });
  find('steps').addEventListener('toggle', reachScrollers, true);
  window.addEventListener('resize', reachScrollers);
  find('steps').addEventListener('click', ({ target }) => {
    if (!target.dataset.reveal) return;
    worked.revealed.add(target.dataset.reveal);
    paintWorked();
    find(`step-${target.dataset.reveal}`).scrollIntoView({ block: 'nearest' });
    all('#steps [data-reveal]')[0]?.focus({ preventScroll: true });
  });
  find('reveal-all').addEventListener('click', () => {
    find('paper-first').checked = false;
    paintWorked();
  });
  find('cover-all').addEventListener('click', () => {
    worked.revealed.clear();
    find('paper-first').checked = true;
    paintWorked();
  });
  loadExample('two-tokens');
  painters.push(paintGivens);
}
