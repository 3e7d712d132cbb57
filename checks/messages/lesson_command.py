"""What `triplecheck lesson` says at the terminal; the page's own sentences are in lesson.py."""

MESSAGES = {
    "written": {
        "en": "{path}: {size} KiB. Open it in a browser; it needs no network.",
        "es": "{path}: {size} KiB. Ábralo en un navegador; no necesita red.",
    },
    "no_folder": {"en": "there is no folder for '{path}'", "es": "no existe la carpeta para '{path}'"},
    "unwritable": {"en": "'{path}' could not be written: {reason}", "es": "no se pudo escribir '{path}': {reason}"},
}
