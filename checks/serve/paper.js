// The text and what stands beside it: marks below the letters, signs at the lines, ways between text and verdicts.
"use strict";

const paper = at("text");
let current = -1; // the claim last gone to

function draw() {
  const placed = claims().filter((claim) => claim.start !== undefined);
  const text = paper.value;
  const marks = at("marks");
  marks.replaceChildren();
  const open = [{ node: marks, end: Infinity }];
  let reached = 0;
  const closeUpTo = (offset) => {
    while (open.at(-1).end <= offset) {
      const { node, end } = open.pop();
      node.append(text.slice(reached, end));
      reached = end;
    }
  };
  for (const claim of [...placed].sort((a, b) => a.start - b.start || b.end - a.end)) {
    closeUpTo(claim.start);
    open.at(-1).node.append(text.slice(reached, claim.start));
    reached = claim.start;
    const mark = make("span", { className: claim.verdict });
    mark.classList.toggle("current", claim.number === current);
    open.at(-1).node.append(mark);
    open.push({ node: mark, end: Math.min(claim.end, open.at(-1).end) });
  }
  closeUpTo(text.length);
  marks.append(text.slice(reached), "\n");
  beside(placed, text);
  follow();
}

function beside(placed, text) {
  const lines = new Map();
  let line = 0, from = 0;
  for (const claim of [...placed].sort((a, b) => a.start - b.start)) {
    for (let next; (next = text.indexOf("\n", from)) !== -1 && next < claim.start; from = next + 1) line += 1;
    if (!lines.has(line)) lines.set(line, []);
    lines.get(line).push(claim);
  }
  at("beside").firstElementChild.replaceChildren(...[...lines].map(([number, found]) => {
    const first = [...found].sort((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))[0];
    const same = found.filter((claim) => claim.verdict === first.verdict);
    const value = FALSE.includes(first.verdict) && first.truth ? ` ${first.truth}` : "";
    const more = same.length > 1 ? make("small", {}, ` ×${same.length}`) : "";
    const made = make("button", { type: "button", className: first.verdict, tabIndex: -1, title: visible(first.message) }, `${SIGNS[first.verdict]}${value}`, more);
    made.style.top = `calc(${number} * var(--line))`;
    made.dataset.claim = first.number;
    return made;
  }));
}

function follow() {
  at("marks").scrollTop = paper.scrollTop;
  at("marks").scrollLeft = paper.scrollLeft;
  at("beside").firstElementChild.style.transform = `translateY(${-paper.scrollTop}px)`;
}

/** While the next verdicts are under way the old ones keep to their places; those that were written over go. */
function shift(before, after) {
  let head = 0, tail = 0;
  const least = Math.min(before.length, after.length);
  while (head < least && before[head] === after[head]) head += 1;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const change = after.length - before.length;
  for (const claim of claims()) {
    if (claim.start === undefined || claim.end < head) continue;
    if (claim.start >= before.length - tail) [claim.start, claim.end] = [claim.start + change, claim.end + change];
    else claim.start = claim.end = undefined;
  }
  report.text = after;
}

function goToText(number) {
  const claim = claims()[number];
  if (claim?.start === undefined) return;
  current = number;
  paper.setSelectionRange(claim.start, claim.end);
  if (matchMedia("(pointer: fine)").matches) paper.focus({ preventScroll: true });
  draw();
  const mark = at("marks").querySelector(".current");
  paper.scrollTop = mark.offsetTop - paper.clientHeight / 3;
  paper.scrollLeft = Math.max(0, mark.offsetLeft + mark.offsetWidth - paper.clientWidth * 0.8);
  at("sheet").scrollIntoView({ block: "nearest" });
}

function reveal(number) {
  for (const one of document.querySelectorAll("details.later")) if (!at(`c${number}`)) one.build();
  at(`c${number}`)?.closest("details.later")?.setAttribute("open", "");
}

/** To the verdict on a claim; the browser's way back leads back. */
function goToVerdict(number) {
  reveal(number);
  location.hash = `c${number}`;
  at(`c${number}`).focus();
}

/** To the next false claim behind the cursor, or to the one before it. */
function walk(step) {
  const found = claims().filter((claim) => FALSE.includes(claim.verdict) && claim.start !== undefined).sort((a, b) => a.start - b.start);
  if (!found.length) return;
  const here = current >= 0 ? claims()[current].start : paper.selectionStart;
  const ahead = step > 0 ? found.find((claim) => claim.start > here) : found.findLast((claim) => claim.start < here);
  const claim = ahead ?? found.at(step > 0 ? 0 : -1);
  goToText(claim.number);
  reveal(claim.number);
  at(`c${claim.number}`)?.scrollIntoView({ block: "nearest" });
  at("spoken").textContent = `${say("serve.line", { line: claim.id })}: ${visible(claim.message)}`;
}
