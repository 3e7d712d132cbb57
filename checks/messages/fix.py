"""What is said of rewriting documents."""

MESSAGES = {
    "done": {"en": "{path}: numbers rewritten: {count}", "es": "{path}: números reescritos: {count}"},
    "left": {
        "en": "{path}: numbers rewritten: {count}; {left} false claims are no numbers to rewrite",
        "es": "{path}: números reescritos: {count}; {left} afirmaciones falsas no son números que reescribir",
    },
    "formulas": {
        "en": "{path}: numbers rewritten: {count}, formulas: {formulas}",
        "es": "{path}: números reescritos: {count}, fórmulas: {formulas}",
    },
    "formulas_left": {
        "en": "{path}: numbers rewritten: {count}, formulas: {formulas}; {left} false claims are left as they are: no true "
        "formula near them was found that reads back as it is meant",
        "es": "{path}: números reescritos: {count}, fórmulas: {formulas}; {left} afirmaciones falsas quedan como están: no se "
        "halló cerca una fórmula verdadera que se lea de vuelta como se pretende",
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
