// The variance argument: the proof that the kernel replayed, and what is left of it when one hypothesis is broken.

const hypothesisName = (name) => say(`hypothesis_${name.replaceAll('-', '_')}`);

function paintVariance() {
  const chosen = all('[name=break]').find((node) => node.checked).value;
  const whole = CERTIFIED.variance.lines;
  const broken = CERTIFIED.variance.broken[chosen];
  const lines = broken ? broken.lines : whole;
  find('proof').innerHTML = lines.map(proofLine).join('') + (broken && !broken.follows ? stuck(chosen) : '');
  find('therefore').hidden = Boolean(broken && !broken.follows);
  find('model').innerHTML = broken ? counterModel(chosen, broken) : element('p', {}, say('hold_all'));
  reachScrollers();
}

function proofLine({ rule, uses, html }, number) {
  const name = uses.length ? uses[0] : rule;
  const kind = rule === 'hypothesis' ? 'uses' : 'by';
  const reason = rule === 'hypothesis' ? say('uses', {}) + ' ' + hypothesisName(name) : say(`rule_${name.replaceAll(/[ -]/g, '_')}`);
  const left = number ? '' : 'Var(q·k)';
  return element('li', {}, `<span class="formula">${left} = ${html}</span> <span class="${kind}">${reason}</span>`);
}

const stuck = (chosen) => element('li', { class: 'stuck' }, say('stuck', {}) + ' ' + breakName(chosen));
const breakName = (chosen) => say(`break_${chosen.replaceAll('-', '_')}`);

const dotted = (q, k) => q.reduce((sum, x, a) => add(sum, multiply(x, k[a])), ZERO);
const readFraction = (text) => {
  const [n, d = '1'] = text.split('/');
  return fraction(BigInt(n), BigInt(d));
};

// mean, second moment and variance of q·k, outcome by outcome, as fractions
function moments(outcomes) {
  const expect = (power) =>
    outcomes.reduce((sum, [p, q, k]) => {
      const score = dotted(q.map(readFraction), k.map(readFraction));
      return add(sum, multiply(readFraction(p), power === 1 ? score : multiply(score, score)));
    }, ZERO);
  const [mean, square] = [expect(1), expect(2)];
  return { mean, square, variance: subtract(square, multiply(mean, mean)) };
}

function counterModel(chosen, { follows, law }) {
  const { mean, square, variance } = moments(law.outcomes);
  const values = { mean: shortFraction(mean), square: shortFraction(square), variance: shortFraction(variance), d: CERTIFIED.variance.width };
  const rows = law.outcomes.map(([p, q, k]) => {
    const cells = [p, `(${q.join(', ')})`, `(${k.join(', ')})`, shortFraction(dotted(q.map(readFraction), k.map(readFraction)))];
    return element('tr', {}, ...cells.map((text) => element('td', {}, escaped(text.replaceAll('-', '−')))));
  });
  const heads = [say('probability'), 'q', 'k', 'q·k'].map((text) => element('th', { scope: 'col' }, text));
  const table = element('table', { class: 'digits' }, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));
  const verdict = element('p', { class: follows ? 'fine' : 'off' }, say(follows ? 'model_fine' : 'model_off', values));
  const words = element('p', {}, say('model_law', { d: values.d }), ' ', escaped(law.words[state.lang]), '.');
  return element('h4', {}, breakName(chosen)) + words + verdict + element('p', {}, say('model_sum', values)) + scroller(spoken('model_table'), table);
}

function startVariance() {
  all('[name=break]').forEach((node) => node.addEventListener('change', paintVariance));
  painters.push(paintVariance);
}
