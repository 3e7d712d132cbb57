"""Pictures as data, and two ways to draw them: our own SVG text, and matplotlib for PNG and PDF."""
