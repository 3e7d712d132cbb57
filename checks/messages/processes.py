"""Why something that a process was asked for came to no answer."""

MESSAGES = {
    "timeout": {"en": "not checked: stopped after {detail} seconds", "es": "sin comprobar: detenido tras {detail} segundos"},
    "memory": {
        "en": "not checked: it needs more memory than it may use{detail}",
        "es": "sin comprobar: necesita más memoria de la permitida{detail}",
    },
    "died": {"en": "not checked: its process ended{detail}", "es": "sin comprobar: su proceso terminó{detail}"},
    "broke": {
        "en": "not checked: the checker failed ({detail}); please report this",
        "es": "sin comprobar: falló el comprobador ({detail}); avísenos, por favor",
    },
}
