// The verdicts as a reader sees them: mistakes first, what follows from them, the rest opened when it is asked for.
"use strict";

const RANK = ["wrong", "disagree", "carried", "rounding", "lucky", "unread", "undecided", "agrees", "given"];
const FALSE = ["wrong", "disagree", "carried"];
const ROOTS = ["check.heading_roots", ["wrong", "disagree"]];
const SECTIONS = [
  ["check.heading_carried", ["carried"]],
  ["check.heading_warnings", ["rounding", "lucky"]],
  ["check.heading_open", ["undecided", "unread"]],
];

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
