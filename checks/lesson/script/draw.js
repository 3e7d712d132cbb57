// Pictures as SVG text: a small writer, and the three pictures of the lesson. Colours come from the style sheet
// (Okabe and Ito's, safe for colour-blind readers), so that both themes and print have their own.

const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);

function element(tag, attributes, ...inside) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${written.join('')}>${inside.join('')}</${tag}>`;
}

const label = (x, y, text, more = {}) => element('text', { x, y, ...more }, escaped(String(text).replace(/-(?=\d)/g, '−')));
const plain = (value) => Number(value.toPrecision(6));

function picture(width, height, { title, description }, ...inside) {
  const named = element('title', {}, escaped(title)) + element('desc', {}, escaped(description));
  const frame = { viewBox: `0 0 ${width} ${height}`, width, role: 'img', 'aria-label': `${title}. ${description}` };
  return element('svg', frame, named, ...inside);
}

// about `count` round numbers from low to high
function ticks(low, high, count = 5) {
  const rough = (high - low) / count;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * [1, 2, 5, 10].find((m) => m * unit >= rough);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => plain((first + k) * step));
}

const FRAME = { width: 420, height: 270, left: 54, right: 12, top: 12, bottom: 44 };

// bars: [[from, to, height]]; lines: [{points, name}]; marks: [{x, name}] upright lines
function chart({ title, description, x, y, bars = [], lines = [], marks = [] }) {
  const { width, height, left, right, top, bottom } = FRAME;
  const across = (v) => plain(left + ((v - x.low) / (x.high - x.low)) * (width - left - right));
  const up = (v) => plain(height - bottom - (v / y.high) * (height - top - bottom));
  const base = height - bottom;
  const grid = ticks(0, y.high, 4).map(
    (v) =>
      element('line', { x1: left, x2: width - right, y1: up(v), y2: up(v), class: 'grid' }) +
      label(left - 6, up(v) + 4, v, { 'text-anchor': 'end' }),
  );
  const scale = ticks(x.low, x.high).map((v) => label(across(v), base + 16, v, { 'text-anchor': 'middle' }));
  const boxes = bars.map(([from, to, value]) =>
    element('rect', {
      x: across(from),
      y: up(value),
      width: plain(Math.max(across(to) - across(from) - 0.5, 0.5)),
      height: plain(base - up(value)),
      class: 'bar',
    }),
  );
  const curves = lines.map(({ points, name }) =>
    element('polyline', { points: points.map(([a, b]) => `${across(a)},${up(Math.min(b, y.high))}`).join(' '), class: name }),
  );
  const uprights = marks.map(({ x: at, name, text }) => {
    const right = at > x.low + 0.6 * (x.high - x.low);
    return (
      element('line', { x1: across(at), x2: across(at), y1: top, y2: base, class: name }) +
      label(across(at) + (right ? -4 : 4), top + 11, text, { 'text-anchor': right ? 'end' : 'start' })
    );
  });
  const axes = [
    element('line', { x1: left, x2: width - right, y1: base, y2: base, class: 'axis' }),
    label((left + width - right) / 2, height - 8, x.label, { 'text-anchor': 'middle' }),
    label(14, (top + base) / 2, y.label, { 'text-anchor': 'middle', transform: `rotate(-90 14 ${(top + base) / 2})` }),
  ];
  return picture(width, height, { title, description }, ...grid, ...scale, ...boxes, ...curves, ...uprights, ...axes);
}

function histogram(values, low, high, count) {
  const tally = new Array(count).fill(0);
  const step = (high - low) / count;
  values.forEach((v) => {
    const place = Math.floor((v - low) / step);
    if (place >= 0 && place < count) tally[place] += 1;
    else if (v === high) tally[count - 1] += 1;
  });
  return tally.map((n, k) => [low + k * step, low + (k + 1) * step, n / (values.length * step)]);
}

// cividis at nine points (Nuñez, Anderton and Renslow, PLOS ONE 13 (2018)), dark to light
const RAMP = ['#00224e', '#17356f', '#434e6c', '#61656f', '#7d7c78', '#9c9475', '#bcaf6f', '#dfcb5d', '#fee838'];

function rampColour(share) {
  const at = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const [low, high] = [RAMP[Math.floor(at)], RAMP[Math.ceil(at)]];
  const channel = (colour, k) => parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16);
  const mix = [0, 1, 2].map((k) => Math.round(channel(low, k) + (channel(high, k) - channel(low, k)) * (at % 1)));
  return { fill: `rgb(${mix.join(',')})`, ink: luminance(mix) > 0.18 ? 'black' : 'white' };
}

// relative luminance of WCAG 2; black on more than 0.18 and white on less both have a contrast above 4.5
function luminance(channels) {
  const linear = channels.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

// weights: rows of numbers between 0 and 1, null for a masked key; chosen: [i, j] or null
function heatMap(weights, { title, description, rows, columns, corner }, chosen) {
  const count = weights.length;
  const cell = count > 8 ? 26 : 48;
  const [left, top] = [56, 44];
  const side = count * cell;
  const head = [
    label(left + side / 2, 14, columns, { 'text-anchor': 'middle' }),
    label(14, top + side / 2, rows, { 'text-anchor': 'middle', transform: `rotate(-90 14 ${top + side / 2})` }),
    ...weights.map((_, j) => label(left + (j + 0.5) * cell, top - 8, j, { 'text-anchor': 'middle' })),
    ...weights.map((_, i) => label(left - 8, top + (i + 0.5) * cell + 4, i, { 'text-anchor': 'end' })),
  ];
  const cells = weights.flatMap((row, i) =>
    row.map((p, j) => {
      const box = { x: left + j * cell, y: top + i * cell, width: cell - 1, height: cell - 1 };
      if (p === null) return element('rect', { ...box, class: 'masked' });
      const { fill, ink } = rampColour(p);
      const middle = { 'text-anchor': 'middle', class: ink };
      const text = count > 8 ? '' : label(box.x + cell / 2, box.y + cell / 2 + 4, p.toFixed(2), middle);
      return element('rect', { ...box, fill }) + text;
    }),
  );
  const frame = chosen
    ? element('rect', { x: left + chosen[1] * cell, y: top + chosen[0] * cell, width: cell - 1, height: cell - 1, class: 'chosen' })
    : '';
  const width = left + side + 70;
  return picture(width, top + side + 12, { title, description }, ...head, ...cells, frame, scaleBar(left + side + 16, top, side, corner));
}

function scaleBar(x, y, height, name) {
  const steps = 32;
  const boxes = Array.from({ length: steps }, (_, k) =>
    element('rect', { x, y: y + (height * k) / steps, width: 14, height: height / steps + 0.5, fill: rampColour(1 - (k + 0.5) / steps).fill }),
  );
  const ends = [label(x + 20, y + 10, '1'), label(x + 20, y + height, '0'), label(x, y - 8, name)];
  return boxes.join('') + ends.join('');
}
