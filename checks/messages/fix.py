"""What is said of rewriting documents."""

MESSAGES = {
    "done": {"en": "{path}: numbers rewritten: {count}", "es": "{path}: números reescritos: {count}"},
    "left": {
        "en": "{path}: numbers rewritten: {count}; {left} false claims are no numbers to rewrite",
        "es": "{path}: números reescritos: {count}; {left} afirmaciones falsas no son números que reescribir",
    },
    "elsewhere": {
        "en": "{path} is not rewritten: its text is not what was checked, only a conversion of it was",
        "es": "{path} no se reescribe: lo comprobado no es su texto, sino una conversión",
    },
    "streamed": {
        "en": "{path} is not rewritten: it is no file; --diff shows what would be",
        "es": "{path} no se reescribe: no es un fichero; --diff muestra lo que se haría",
    },
    "changed": {
        "en": "{path} is not rewritten: it has changed since it was read",
        "es": "{path} no se reescribe: ha cambiado desde que se leyó",
    },
    "closed": {"en": "{path} cannot be rewritten: {why}", "es": "{path} no se puede reescribir: {why}"},
}
