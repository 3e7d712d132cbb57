"""Why a project's own settings could not be followed."""

MESSAGES = {
    "broken": {"en": "{path} cannot be read: {why}", "es": "{path} no se puede leer: {why}"},
    "no_table": {"en": "{path}: tool.triplecheck is no table", "es": "{path}: tool.triplecheck no es una tabla"},
    "cache": {
        "en": "the cache in {path} cannot be used and is passed over: {why}",
        "es": "la caché de {path} no se puede usar y se pasa por alto: {why}",
    },
    "unknown": {
        "en": "{path}: unknown key '{key}' in [tool.triplecheck]; there are: {keys}",
        "es": "{path}: clave desconocida '{key}' en [tool.triplecheck]; las hay: {keys}",
    },
    "value": {
        "en": "{path}: '{key}' in [tool.triplecheck] must be {expected}",
        "es": "{path}: '{key}' en [tool.triplecheck] debe ser {expected}",
    },
}
