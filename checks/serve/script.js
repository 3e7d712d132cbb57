// The page: sends what is written to /check, and shows the verdicts that come back. It judges nothing.
"use strict";

const PAUSE = 250; // milliseconds after the last key

let name = "";          // of the file that was opened; a label only
let report = null;      // the last answer of /check
let timer = 0;
let asking = null;      // what stops the request under way

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
    if (error.name === "AbortError") return;
    at("summary").setAttribute("aria-busy", "false");
    trouble(say("serve.unreached"));
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
  if (report && text !== paper.value) shift(text, paper.value); // written on in the meantime
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
addEventListener("beforeunload", (event) => {
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (touched && paper.value && paper.value !== words.example) event.preventDefault(); // nothing is kept: it would be lost
});
at("theme").value = root.dataset.theme ?? "";
speak(root.lang);
