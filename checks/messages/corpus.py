"""What is said of documents that did not come to their end, and of files of lines."""

MESSAGES = {
    "timeout": {"en": "{path}: stopped after {seconds} seconds", "es": "{path}: detenido tras {seconds} segundos"},
    "memory": {"en": "{path}: needs more memory than it may use", "es": "{path}: necesita más memoria de la permitida"},
    "died": {"en": "{path}: its process ended with {code}", "es": "{path}: su proceso terminó con {code}"},
    "broke": {"en": "{path}: the checker failed ({why})", "es": "{path}: falló el comprobador ({why})"},
    "not_lines": {
        "en": "{path}: line {line} was not written by --format lines",
        "es": "{path}: la línea {line} no fue escrita por --format lines",
    },
    "closed": {"en": "{path} cannot be used: {why}", "es": "{path} no se puede usar: {why}"},
    "resume": {
        "en": "--resume goes with --format lines and --output FILE",
        "es": "--resume va con --format lines y --output FICHERO",
    },
    "itself": {
        "en": "--output is one of the documents: the report would take its place",
        "es": "--output es uno de los documentos: el informe ocuparía su lugar",
    },
    "output": {"en": "--output and --diff do not go together", "es": "--output y --diff no van juntos"},
    "no_fix": {"en": "--fix and --diff do not go with --format lines", "es": "--fix y --diff no van con --format lines"},
    "here": {
        "en": "standard input, pipes and --from go with files alone: no folders, --jobs, --shard, --executor, --format lines",
        "es": "la entrada estándar, las tuberías y --from van con ficheros sueltos: sin carpetas, --jobs, --shard, --executor "
        "ni --format lines",
    },
    "executor": {"en": "no executor {name}: {why}", "es": "no hay ejecutor {name}: {why}"},
    "none": {"en": "no documents found in: {names}", "es": "no hay documentos en: {names}"},
    "progress": {"en": "checking", "es": "comprobando"},
    "totals": {
        "en": "{documents} documents: {checked} checked, {unfinished} not; {wrong} wrong, {carried} carried",
        "es": "{documents} documentos: {checked} comprobados, {unfinished} no; {wrong} erróneos, {carried} arrastrados",
    },
}
