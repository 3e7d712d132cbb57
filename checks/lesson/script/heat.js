// The causal-attention heat map: random queries and keys, with and without the mask and the scale.

const heat = { seed: 1, chosen: [0, 0], weights: [] };

function drawnWeights({ tokens, d, seed, causal, scaled }) {
  const normal = normals(generator(seed));
  const vectors = () => Array.from({ length: tokens }, () => Array.from({ length: d }, normal));
  const [Q, K] = [vectors(), vectors()];
  return Q.map((q, i) => {
    const scores = K.map((k) => q.reduce((sum, x, a) => sum + x * k[a], 0) / (scaled ? Math.sqrt(d) : 1));
    const open = scores.map((_, j) => !causal || j <= i);
    const top = Math.max(...scores.filter((_, j) => open[j]));
    const powers = scores.map((s, j) => (open[j] ? Math.exp(s - top) : 0));
    const total = powers.reduce((a, b) => a + b);
    return powers.map((p, j) => (open[j] ? p / total : null));
  });
}

function paintHeat() {
  const tokens = Number(find('heat-tokens').value);
  const d = widthOf(find('heat-width'));
  const [causal, scaled] = ['heat-causal', 'heat-scaled'].map((id) => find(id).checked);
  heat.weights = drawnWeights({ tokens, d, seed: heat.seed, causal, scaled });
  heat.chosen = heat.chosen.map((k) => Math.min(k, tokens - 1));
  find('heat-tokens-out').textContent = tokens;
  find('heat-width-out').textContent = d;
  const words = mapWords(scaled ? 'map_scaled' : 'map_unscaled', { d, seed: heat.seed });
  find('heat-map').innerHTML = heatMap(heat.weights, words, heat.chosen);
  const tops = heat.weights.map((row) => Math.max(...row));
  const mean = tops.reduce((a, b) => a + b) / tokens;
  find('heat-caption').innerHTML = say('heat_caption', { tokens, d, mean: localNumber(mean, 3), sharp: tops.filter((p) => p > 0.95).length });
  find('heat-cell').innerHTML = chosenCell();
}

function chosenCell() {
  const [i, j] = heat.chosen;
  const p = heat.weights[i][j];
  return p === null ? say('heat_masked', { i, j }) : say('heat_weight', { i, j, p: localNumber(p) });
}

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function startHeat() {
  ['heat-tokens', 'heat-width', 'heat-causal', 'heat-scaled'].forEach((id) => find(id).addEventListener('input', paintHeat));
  find('heat-new').addEventListener('click', () => {
    heat.seed += 1;
    paintHeat();
  });
  find('heat-map').addEventListener('keydown', (event) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    heat.chosen = heat.chosen.map((k, side) => Math.min(Math.max(k + move[side], 0), heat.weights.length - 1));
    paintHeat();
  });
  painters.push(paintHeat);
}
