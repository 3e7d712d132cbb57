// The theme chosen before, set before anything is painted.
"use strict";
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
} catch { /* a browser that keeps nothing: as the system */ }
