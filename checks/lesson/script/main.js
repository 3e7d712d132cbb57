// Put together: everything starts once, and what a test needs is in `lesson`.

function predictions() {
  const { none, sqrt } = CERTIFIED.saturation;
  const unscaled = 100 * none[64][8].exceeds[0];
  const death = sqrt[64][2].median_jacobian[0] / none[64][2].median_jacobian[0];
  return {
    deviation: { value: 8, within: 0, show: '8', text: 'answer_deviation' },
    saturation: { value: unscaled, within: 0.2, show: localNumber(unscaled, 3), text: 'answer_saturation' },
    gradient: { value: death, within: 0.5, show: localNumber(death, 3), text: 'answer_gradient' },
  };
}

startTexts();
startWorked();
startHeat();
startVariance();
startLab();
startPredictions(predictions());
startQuiz();
startCheck();
speak(state.lang);
window.lesson = { selfCheck, attention, exactKind, worth, decimal, certified: CERTIFIED };
