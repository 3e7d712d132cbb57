// The page: sends what is written to /check, and shows the verdicts that come back. It judges nothing.
// What comes from a document is only ever set as text; no markup is ever made from it.
"use strict";

const SIGNS = { given: "·", agrees: "✓", rounding: "≈", lucky: "∗", carried: "↳", wrong: "✗", undecided: "?", unread: "–", disagree: "‼" };
const RANK = ["wrong", "disagree", "carried", "rounding", "lucky", "unread", "undecided", "agrees", "given"];
const FALSE = ["wrong", "disagree", "carried"];
const ROOTS = ["check.heading_roots", ["wrong", "disagree"]];
const SECTIONS = [
  ["check.heading_carried", ["carried"]],
  ["check.heading_warnings", ["rounding", "lucky"]],
  ["check.heading_open", ["undecided", "unread"]],
];
const INVISIBLE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const PAUSE = 250; // milliseconds after the last key
const root = document.documentElement;
const at = (id) => document.getElementById(id);
const paper = at("text");

let words = {};
let name = "";          // of the file that was opened; a label only
let report = null;      // the last answer of /check
let current = -1;       // the claim last gone to
let timer = 0;
let asking = null;      // what stops the request under way

// ---- words ----

function say(code, values = {}) {
  return (words[code] ?? code).replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

async function speak(lang) {
  words = await (await fetch(`/words/${lang}`)).json();
  root.lang = lang;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = say(one.dataset.word);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
  for (const one of document.querySelectorAll("[data-hint]")) one.placeholder = say(one.dataset.hint);
  for (const one of document.querySelectorAll("[data-lang]")) one.setAttribute("aria-pressed", one.dataset.lang === lang);
  for (const one of document.querySelectorAll("footer a")) one.search = `?lang=${lang}`;
  await check();
}

/** What could not be seen is seen. */
function visible(text) {
  return text.replace(INVISIBLE, "\ufffd");
}

function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child != null));
  return made;
}

// ---- asking ----

function address(path) {
  const label = name || `derivation${at("form").value}`;
  return `${path}?${new URLSearchParams({ lang: root.lang, name: label })}`;
}

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

async function check() {
  clearTimeout(timer);
  asking?.abort();
  asking = new AbortController();
  const text = paper.value;
  trouble("");
  if (!text.trim()) return show(null, text);
  at("summary").setAttribute("aria-busy", "true");
  at("sheet").classList.add("stale");
  if (!report) at("headline").textContent = say("serve.checking");
  try {
    const answer = await fetch(address("/check"), { method: "POST", body: text, signal: asking.signal });
    const found = await answer.json();
    if (found.problem) {
      show(null, text);
      trouble(found.problem);
    } else show(found, text);
  } catch (error) {
    if (error.name !== "AbortError") trouble(say("serve.unreached"));
  }
}

function trouble(sentence) {
  at("problem").textContent = visible(sentence);
  at("problem").hidden = !sentence;
}

async function exportAs(format) {
  const answer = await fetch(address(`/export/${format}`), { method: "POST", body: paper.value }).catch(() => null);
  if (!answer?.ok) return trouble(answer ? (await answer.json()).problem : say("serve.unreached"));
  const url = URL.createObjectURL(await answer.blob());
  const ending = { html: "html", markdown: "md", json: "json" }[format];
  make("a", { href: url, download: `triplecheck.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

async function openFile(file) {
  if (!file) return;
  if (file.size > Number(root.dataset.limit)) return trouble(say("serve.large", { limit: root.dataset.limit / 1024 }));
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return trouble(say("serve.encoding", { name: file.name }));
  }
  const ending = file.name.match(/\.\w+$/)?.[0].toLowerCase() ?? "";
  at("form").value = { ".markdown": ".md", ".ltx": ".tex", ".htm": ".html" }[ending] ?? ending;
  if (!at("form").value) at("form").value = ".txt";
  write(text, file.name);
}

function write(text, label = "") {
  paper.value = text;
  paper.setSelectionRange(0, 0);
  paper.scrollTop = paper.scrollLeft = 0;
  name = label;
  report = null;
  check();
}

// ---- showing ----

function show(found, text) {
  report = found && { ...found, text };
  current = -1;
  at("summary").setAttribute("aria-busy", "false");
  at("sheet").classList.remove("stale");
  if (report) place(report);
  at("headline").textContent = found ? found.headline : text.trim() ? "" : say("serve.nothing_yet");
  at("coverage").textContent = found ? found.coverage : "";
  const unseen = text.match(INVISIBLE)?.length ?? 0;
  at("hidden").textContent = unseen ? say("serve.hidden", { count: unseen }) : "";
  at("counts").replaceChildren(...counts());
  at("walk").hidden = !claims().some((claim) => FALSE.includes(claim.verdict));
  at("exports").hidden = !report;
  at("findings").replaceChildren(...section(ROOTS), ...matrixSections(), ...SECTIONS.flatMap(section), ...rest());
  draw();
}

const claims = () => report?.claims ?? [];

/** Numbers, causes and offsets of the claims: /check counts code points, a text area UTF-16 units. */
function place(found) {
  const numbers = new Map(found.claims.map((claim, number) => [claim.id, number]));
  const units = /[\ud800-\udfff]/.test(found.text) ? unitsOf(found.text) : null;
  found.claims.forEach((claim, number) => {
    claim.number = number;
    claim.from = claim.cause === null ? null : numbers.get(claim.cause);
    claim.followers = [];
    if (units && claim.start !== undefined) [claim.start, claim.end] = [units[claim.start], units[claim.end]];
  });
  for (const claim of found.claims) if (claim.from !== null) found.claims[claim.from].followers.push(claim);
}

function unitsOf(text) {
  const units = [0];
  for (const character of text) units.push(units.at(-1) + character.length);
  return units;
}

function counts() {
  return RANK.filter((verdict) => report?.summary[verdict]).map((verdict) =>
    make("li", { className: verdict }, `${SIGNS[verdict]} ${say(`check.title_${verdict}`)} ${report.summary[verdict]}`));
}

function section([heading, verdicts]) {
  const found = claims().filter((claim) => verdicts.includes(claim.verdict));
  return found.length ? [make("h3", {}, say(heading)), ...found.map(article)] : [];
}

function rest() {
  const found = claims().filter((claim) => ["agrees", "given"].includes(claim.verdict));
  return found.length ? [later("rest", say("serve.rest"), found.length, () => found.map(article))] : [];
}

/** Details whose content is made when they are first opened. */
function later(id, title, count, build) {
  const made = make("details", { id, className: "later" }, make("summary", {}, `${title} (${count})`));
  made.build = () => {
    if (made.children.length === 1) made.append(...build());
  };
  made.addEventListener("toggle", () => made.open && made.build());
  return made;
}

/** All that is said of one claim: what matters most of it at once, the rest opened in place. */
function article(claim) {
  const more = facts(claim);
  const root = ROOTS[1].includes(claim.verdict);
  return make("article", { className: claim.verdict, id: `c${claim.number}`, tabIndex: -1 },
    make("h4", {},
      make("span", { className: "verdict" }, `${SIGNS[claim.verdict]} ${say(`check.title_${claim.verdict}`)}`),
      toText(claim),
      make("code", {}, clipped(claim.printed))),
    make("p", {}, visible(claim.message)),
    root ? more : null,
    relatives(claim),
    more && !root ? make("details", {}, make("summary", {}, say("serve.more")), more) : null,
    claim.proof && proof(claim.proof),
    claim.counterexample && counterexample(claim.counterexample));
}

function clipped(text) {
  return visible(text.length > 120 ? `${text.slice(0, 119)}…` : text);
}

/** A link from a verdict to its place in the text. */
function toText(claim) {
  const made = make("a", { href: "#text" }, say("serve.line", { line: claim.id }));
  if (claim.start === undefined) return make("span", {}, made.textContent);
  made.dataset.text = claim.number;
  return made;
}

function toVerdict(claim) {
  const made = make("a", { href: `#c${claim.number}` }, claim.id);
  made.dataset.claim = claim.number;
  return made;
}

function facts(claim) {
  const known = {
    "serve.reading": claim.kind === "formula" ? claim.about : null,
    "report.truth": claim.truth,
    "report.digits": claim.digits === claim.truth ? null : claim.digits,
    "report.closed_form": [claim.digits, claim.truth].includes(claim.closed_form) ? null : claim.closed_form,
    "report.page": claim.page && `[${claim.page.join(", ")}]`,
    "report.slip": claim.slip && make("span", {}, claim.slip),
  };
  const shown = Object.entries(known).filter(([, fact]) => fact);
  return shown.length ? make("dl", {}, ...shown.flatMap(([code, fact]) => pair(say(code), fact))) : null;
}

function pair(term, ...facts) {
  return [make("dt", {}, term), make("dd", {}, ...facts.map((fact) => (typeof fact === "string" ? make("code", {}, visible(fact)) : fact)))];
}

function relatives(claim) {
  if (claim.from !== null) return make("p", { className: "kinship" }, `${say("report.cause")} `, toVerdict(claims()[claim.from]));
  if (!claim.followers.length) return null;
  const links = claim.followers.map((other) => make("li", {}, toVerdict(other)));
  const title = `${say("serve.carries_link", { count: links.length })}: `;
  return make("div", { className: "kinship" }, title, make("ul", { className: "links" }, ...links));
}

function proof(found) {
  const list = (key) => (found[key]?.length ? pair(say(`serve.proof_${key}`), ...between(found[key])) : []);
  const steps = found.steps?.length ? pair(say("serve.proof_steps"), make("ol", {}, ...found.steps.map((step) => make("li", {}, spelled(step))))) : [];
  return make("details", {}, make("summary", {}, say("serve.proof")),
    make("dl", {}, ...list("sizes"), ...list("assumptions"), ...list("side_conditions"), ...steps));
}

function between(items) {
  return items.flatMap((item, n) => (n ? [document.createTextNode(", "), spelled(item)] : [spelled(item)]));
}

function counterexample(found) {
  const table = (key) => {
    const entries = Object.entries(found[key] ?? {});
    return entries.length ? pair(say(`serve.counter_${key}`), ...between(entries.map(([k, v]) => `${k} = ${spelled(v)}`))) : [];
  };
  const sides = ["left", "right"].flatMap((side) => (found[side] === undefined ? [] : pair(say(`serve.counter_${side}`), spelled(found[side]))));
  return make("details", {}, make("summary", {}, say("serve.counterexample")),
    make("dl", {}, ...table("sizes"), ...table("indices"), ...table("values"), ...sides));
}

function spelled(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

// ---- matrices ----

function matrixSections() {
  const all = report?.matrices ?? [];
  const bad = all.filter((matrix) => verdictsOf(matrix).some((verdict) => FALSE.includes(verdict)));
  const fine = all.filter((matrix) => !bad.includes(matrix));
  const made = [];
  if (bad.length) made.push(make("p", { className: "quiet" }, say("serve.matrices_lead")), make("div", { className: "matrices" }, ...bad.map(table)));
  if (fine.length) made.push(later("fine", say("serve.matrices_fine"), fine.length, () => [make("div", { className: "matrices" }, ...fine.map(table))]));
  return made.length ? [make("h3", {}, say("serve.matrices")), ...made] : [];
}

function verdictsOf(matrix) {
  return matrix.cells.flat().filter((cell) => cell !== null).map((cell) => claims()[cell].verdict);
}

function table(matrix) {
  const head = make("tr", {}, make("td"), ...matrix.columns.map((column) => make("th", { scope: "col" }, `${column}`)));
  const rows = matrix.cells.map((row, n) => make("tr", {}, make("th", { scope: "row" }, `${matrix.rows[n]}`), ...row.map(cell)));
  const caption = make("caption", {}, make("code", {}, visible(matrix.name)), " ", make("span", { className: "quiet" }, say("serve.line", { line: matrix.line })));
  return make("div", { className: "wide" }, make("table", {}, caption, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function cell(number) {
  if (number === null) return make("td");
  const claim = claims()[number];
  const link = toVerdict(claim);
  link.replaceChildren(FALSE.includes(claim.verdict) ? make("s", {}, visible(claim.printed)) : visible(claim.printed));
  if (FALSE.includes(claim.verdict) && claim.truth) link.append(make("small", {}, claim.truth));
  link.ariaLabel = `${visible(claim.printed)}, ${say(`check.title_${claim.verdict}`)}${claim.truth && FALSE.includes(claim.verdict) ? `, ${say("report.truth")} ${claim.truth}` : ""}`;
  const made = make("td", { className: claim.verdict }, link);
  made.dataset.cell = number;
  return made;
}

/** The cell pointed at and all that follow from the same mistake. */
function kin(number) {
  const start = claims()[number];
  const origin = start?.from ?? (start?.followers.length ? number : null);
  for (const one of document.querySelectorAll("[data-cell]")) {
    const other = claims()[one.dataset.cell];
    one.classList.toggle("kin", origin !== null && (other.number === origin || other.from === origin));
  }
}

// ---- the text and what stands beside it ----

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

// ---- what is done ----

paper.addEventListener("input", () => {
  current = -1;
  if (report) {
    shift(report.text, paper.value);
    draw();
  }
  if (!paper.value) name = "";
  schedule();
});
paper.addEventListener("scroll", follow);
at("form").addEventListener("change", () => {
  name = "";
  check();
});
at("example").addEventListener("click", () => {
  at("form").value = ".md";
  write(words.example);
});
at("clear").addEventListener("click", () => {
  write("");
  paper.focus();
});
at("file").addEventListener("change", (event) => {
  openFile(event.target.files[0]);
  event.target.value = "";
});
at("next").addEventListener("click", () => walk(1));
at("previous").addEventListener("click", () => walk(-1));

for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    at("sheet").classList.toggle("dropping", kind === "dragover");
    if (kind === "drop") openFile(event.dataTransfer.files[0]);
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "F8") return;
  event.preventDefault();
  walk(event.shiftKey ? -1 : 1);
});
document.addEventListener("click", (event) => {
  const found = event.target.closest("[data-claim], [data-text], [data-export], [data-lang]")?.dataset;
  if (!found) return;
  if (found.lang) speak(found.lang);
  else if (found.export) exportAs(found.export);
  else if (found.text) {
    event.preventDefault();
    goToText(Number(found.text));
  } else {
    event.preventDefault();
    goToVerdict(Number(found.claim));
  }
});
for (const kind of ["mouseover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const found = event.target.closest?.("[data-cell]");
    if (found || document.querySelector(".kin")) kin(found ? Number(found.dataset.cell) : -1);
  });
}
at("theme").addEventListener("change", (event) => {
  root.dataset.theme = event.target.value;
  try {
    localStorage.setItem("theme", event.target.value);
  } catch { /* see theme.js */ }
});
at("theme").value = root.dataset.theme ?? "";
speak(root.lang);
