"""Why a file could not be read as a document."""

MESSAGES = {
    "directory": {
        "en": "{path} is a directory; name the files in it",
        "es": "{path} es un directorio; nombre los ficheros que contiene",
    },
    "missing": {"en": "{path}: there is no such file", "es": "{path}: no existe ese fichero"},
    "closed": {"en": "{path} cannot be read: {why}", "es": "{path} no se puede leer: {why}"},
    "large": {
        "en": "{path} is too large; the limit for one document is {limit} bytes",
        "es": "{path} es demasiado grande; el límite para un documento es {limit} bytes",
    },
    "binary": {
        "en": "{path} is not text: byte {at} is zero",
        "es": "{path} no es texto: el byte {at} es cero",
    },
    "encoding": {
        "en": "{path} is not UTF-8: byte {at}, in line {line}",
        "es": "{path} no está en UTF-8: byte {at}, en la línea {line}",
    },
    "notebook": {
        "en": "{path} is no Jupyter notebook: {why}",
        "es": "{path} no es un cuaderno de Jupyter: {why}",
    },
    "pandoc": {
        "en": "{path} needs pandoc, which is not installed",
        "es": "{path} necesita pandoc, que no está instalado",
    },
    "unconverted": {
        "en": "pandoc cannot read {path}: {why}",
        "es": "pandoc no puede leer {path}: {why}",
    },
    "empty": {"en": "{path} is empty", "es": "{path} está vacío"},
    "line": {
        "en": "{path}: line {line} has {size} characters; the limit is {limit}",
        "es": "{path}: la línea {line} tiene {size} caracteres; el límite es {limit}",
    },
}
