// The matrices of a derivation: wrong cells marked, and what follows from the same mistake shown with the one pointed at.
"use strict";

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
