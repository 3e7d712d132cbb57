// The rules to memorise as a self-test. Answers that are numbers come from the certified tables or are exact fractions.

const worth = (text) => parsed(text).value;
const wordless = (text) => text.replace(/[\s()[\]]/g, '').replace(/[×x]/gi, ',').toLowerCase();

// kind choice: the number of the right option. number: a fraction, and how near is near enough. shape: what must be typed
const QUESTIONS = [
  { name: 'equation', kind: 'choice', right: 1 },
  { name: 'shape_scores', kind: 'shape', right: 't,t' },
  { name: 'shape_output', kind: 'shape', right: 't,d_v' },
  { name: 'variance', kind: 'number', right: '256', within: '0' },
  { name: 'scaled_variance', kind: 'number', right: '1', within: '0' },
  { name: 'not_needed', kind: 'choice', right: 2 },
  { name: 'equal_scores', kind: 'number', right: '1/2', within: '0' },
  { name: 'max', kind: 'choice', right: 0 },
  { name: 'code_scores', kind: 'choice', right: 1 },
  { name: 'code_sum', kind: 'choice', right: 2 },
  { name: 'order', kind: 'choice', right: 2 },
  { name: 'backward', kind: 'choice', right: 0 },
  { name: 'gradient', kind: 'choice', right: 1 },
  { name: 'two_tokens', kind: 'number', certified: ['two-tokens', 'Y', 0, 0], within: '0.0005' },
];
const OPTIONS = 3;
const quiz = new Map(); // name -> what the reader answered last, right or not

function certifiedAnswer([example, step, i, j]) {
  return digitsFraction(CERTIFIED.worked[example].cases[0].steps[step].digits[i][j]).value;
}

function isRight(question, text) {
  if (question.kind === 'choice') return Number(text) === question.right;
  if (question.kind === 'shape') return wordless(text) === question.right;
  const value = worth(text);
  const right = question.certified ? certifiedAnswer(question.certified) : worth(question.right);
  const gap = value && subtract(value, right);
  return Boolean(gap) && magnitude(gap.n) * worth(question.within).d <= worth(question.within).n * gap.d;
}

function paintQuiz() {
  find('questions').innerHTML = QUESTIONS.map(questionForm).join('');
  QUESTIONS.filter(({ name }) => quiz.has(name)).forEach(paintAnswer);
  paintScoreLine();
}

function questionForm(question, number) {
  const { name, kind } = question;
  const id = `quiz-${name}`;
  const option = (k) => element('label', { class: 'option' }, `<input type="radio" name="${id}" value="${k}"> <span>${say(`quiz_${name}_${k}`)}</span>`);
  const field = kind === 'choice' ? Array.from({ length: OPTIONS }, (_, k) => option(k)).join('') : `<label>${say(`answer_${kind}`)} <input name="${id}" size="10" autocomplete="off"></label>`;
  const legend = element('legend', {}, `${number + 1}. ${say(`quiz_${name}`)}`);
  const button = element('button', { type: 'submit' }, say('quiz_check'));
  const verdict = element('p', { class: 'verdict', role: 'status', id: `${id}-verdict` });
  return element('form', { class: 'question', 'data-question': name }, element('fieldset', {}, legend, field, ' ', button, verdict));
}

function paintAnswer({ name }) {
  const { text, right } = quiz.get(name);
  const form = document.querySelector(`[data-question="${name}"]`);
  const field = form.querySelector('input:not([type=radio])');
  if (field) field.value = text;
  else form.querySelectorAll('input')[Number(text)].checked = true;
  const verdict = find(`quiz-${name}-verdict`);
  verdict.className = `verdict ${right ? 'fine' : 'off'}`;
  verdict.innerHTML = right ? `${say('quiz_right')} ${say(`quiz_${name}_why`)}` : say('quiz_wrong');
}

function paintScoreLine() {
  const right = [...quiz.values()].filter((of) => of.right).length;
  find('score').innerHTML = say('quiz_score', { right, total: QUESTIONS.length });
}

function startQuiz() {
  find('questions').addEventListener('submit', (event) => {
    event.preventDefault();
    const name = event.target.dataset.question;
    const question = QUESTIONS.find((of) => of.name === name);
    const text = new FormData(event.target).get(`quiz-${name}`) ?? '';
    if (text === '') {
      find(`quiz-${name}-verdict`).innerHTML = say('quiz_empty');
      return;
    }
    quiz.set(name, { text, right: isRight(question, text) });
    paintAnswer(question);
    paintScoreLine();
  });
  painters.push(paintQuiz);
}
