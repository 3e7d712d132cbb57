// What the page embeds, its two languages and its two themes. Sentences are made by triplecheck's own catalogue and
// come as HTML; values are escaped before they are filled in.

const embedded = (id) => JSON.parse(document.getElementById(id).textContent);
const CERTIFIED = embedded('certified');
const TEXTS = embedded('texts');
const LANGUAGES = Object.keys(TEXTS);

const find = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const state = { lang: document.documentElement.lang };
const painters = []; // called again when the language changes
const said = (name) => TEXTS[state.lang][name];

function say(name, values = {}) {
  return said(name).replace(/\{(\w+)\}/g, (_, key) => escaped(values[key]));
}

// the same without markup, for labels
function spoken(name, values) {
  const box = document.createElement('template');
  box.innerHTML = say(name, values);
  return box.content.textContent;
}

const localNumber = (x, digits = 4) => (x === 0 || (Math.abs(x) >= 1e-4 && Math.abs(x) < 1e7) ? `${plainDigits(x, digits)}` : x.toExponential(2)).replace('-', '−');
const plainDigits = (x, digits) => Number(x.toPrecision(digits));

function speak(lang) {
  state.lang = lang;
  document.documentElement.lang = lang;
  document.title = spoken('title');
  all('[data-text]').forEach((node) => (node.innerHTML = said(node.dataset.text)));
  all('[data-label]').forEach((node) => node.setAttribute('aria-label', spoken(node.dataset.label)));
  all('[data-lang]').forEach((node) => (node.hidden = node.dataset.lang !== lang));
  all('[data-speak]').forEach((node) => node.setAttribute('aria-pressed', String(node.dataset.speak === lang)));
  painters.forEach((paint) => paint());
}

const scroller = (name, inside) => element('div', { class: 'scroll', role: 'group', 'aria-label': name }, inside);

// what scrolls can be reached by key, and nothing else is a stop
function reachScrollers() {
  all('.scroll').forEach((node) => {
    if (node.scrollWidth > node.clientWidth) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  });
}

function dress(theme) {
  document.documentElement.dataset.theme = theme;
  find('theme').setAttribute('aria-pressed', String(theme === 'dark'));
}

const systemTheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

function startTexts() {
  all('.noscript').forEach((node) => node.remove());
  all('[data-speak]').forEach((node) => node.addEventListener('click', () => speak(node.dataset.speak)));
  dress(systemTheme());
  find('theme').addEventListener('click', () => dress(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
}

// Paper first: what stands in `covered` shows when the reader has committed to a number, or asks for it.
// answers: name -> {value, within, show}: `within` is the relative distance that counts as near.
function startPredictions(answers) {
  all('[data-predict]').forEach((box) => {
    const answer = answers[box.dataset.predict];
    const input = box.querySelector('input');
    const verdict = box.querySelector('.verdict');
    let given;
    function paint() {
      if (given === undefined) return;
      const near = given !== null && Math.abs(given - answer.value) <= answer.within * answer.value;
      const word = given === null ? 'predict_shown' : near ? 'predict_near' : 'predict_far';
      verdict.innerHTML = `${say(word, { given: input.value.trim() })} ${say(answer.text, { value: answer.show })}`;
    }
    function reveal(value) {
      given = value;
      all(`[data-after="${box.dataset.predict}"]`).forEach((node) => node.classList.remove('covered'));
      paint();
    }
    box.addEventListener('submit', (event) => {
      event.preventDefault();
      const { value, trouble } = parsed(input.value);
      input.setAttribute('aria-invalid', String(Boolean(trouble)));
      if (trouble) verdict.innerHTML = say(trouble);
      else reveal(toNumber(value));
    });
    box.querySelector('[type=button]').addEventListener('click', () => reveal(null));
    painters.push(paint);
  });
}
