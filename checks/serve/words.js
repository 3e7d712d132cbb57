// What the other scripts speak and build with. Text of a document is only ever set as text; no markup is ever made from it.
"use strict";

const SIGNS = { given: "·", agrees: "✓", rounding: "≈", lucky: "∗", carried: "↳", wrong: "✗", undecided: "?", unread: "–", disagree: "‼" };
const INVISIBLE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const root = document.documentElement;
const at = (id) => document.getElementById(id);

let words = {};

/** A sentence of the page in its language, filled in. */
function say(code, values = {}) {
  return (words[code] ?? code).replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

/** What could not be seen is seen. */
function visible(text) {
  return text.replace(INVISIBLE, "\ufffd");
}

/** An element; properties and children are set, never parsed. */
function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child != null));
  return made;
}
