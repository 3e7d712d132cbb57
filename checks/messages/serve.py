"""The words of the local page, and what is said where it is started."""

MESSAGES = {
    # where it is started
    "here": {
        "en": "checking derivations at {address}  (Ctrl+C ends it)",
        "es": "se comprueban derivaciones en {address}  (Ctrl+C lo termina)",
    },
    "warning": {
        "en": "at {host} others on the network can ask, too, and nothing is encrypted: only where all of them may",
        "es": "en {host} también pueden preguntar otros de la red, y nada va cifrado: solo donde todos ellos puedan",
    },
    "no_address": {
        "en": "cannot serve at {host}, port {port}: {why}; --port 0 takes any free port",
        "es": "no se puede servir en {host}, puerto {port}: {why}; --port 0 toma cualquier puerto libre",
    },
    "missing": {
        "en": "{name} is not installed; this installs what the page needs: pip install starlette uvicorn",
        "es": "{name} no está instalado; esto instala lo que la página necesita: pip install starlette uvicorn",
    },
    # what is answered where there is no report
    "refused_403": {
        "en": "refused: this was asked for by another site's page",
        "es": "rechazado: lo pidió la página de otro sitio",
    },
    "refused_421": {
        "en": "refused: this is no name of this server; start it with --name for the name that you use",
        "es": "rechazado: este no es un nombre de este servidor; inícielo con --name y el nombre que usa",
    },
    "large": {
        "en": "the document is too large: the limit is {limit} KiB",
        "es": "el documento es demasiado grande: el límite es {limit} KiB",
    },
    "busy": {
        "en": "too many checks at once; try again in a moment",
        "es": "demasiadas comprobaciones a la vez; inténtelo de nuevo en un momento",
    },
    "late": {
        "en": "stopped after {seconds} seconds: the document takes too long",
        "es": "detenido tras {seconds} segundos: el documento lleva demasiado tiempo",
    },
    "died": {
        "en": "the process of this check ended before its answer; it may have needed more memory than it may use",
        "es": "el proceso de esta comprobación acabó sin respuesta; quizá necesitaba más memoria de la permitida",
    },
    "memory": {
        "en": "the document needs more memory than it may use",
        "es": "el documento necesita más memoria de la permitida",
    },
    "broke": {
        "en": "the checker failed ({why}): its defect, not the document's; please report this",
        "es": "falló el comprobador ({why}): defecto suyo, no del documento; avísenos, por favor",
    },
    "unreached": {
        "en": "the server does not answer; is it still running?",
        "es": "el servidor no responde; ¿sigue en marcha?",
    },
    "encoding": {
        "en": "{name} is no text in UTF-8",
        "es": "{name} no es texto en UTF-8",
    },
    # the page
    "skip": {"en": "to the verdicts", "es": "a los veredictos"},
    "lead": {
        "en": "Write, paste or drop a derivation: every number and formula is checked as you type, on this machine alone.",
        "es": "Escriba, pegue o suelte una derivación: cada número y fórmula se comprueba al escribir, solo en este equipo.",
    },
    "language": {"en": "language", "es": "idioma"},
    "theme": {"en": "theme", "es": "tema"},
    "theme_auto": {"en": "as the system", "es": "como el sistema"},
    "theme_light": {"en": "light", "es": "claro"},
    "theme_dark": {"en": "dark", "es": "oscuro"},
    "derivation": {"en": "Derivation", "es": "Derivación"},
    "open": {"en": "Open a file", "es": "Abrir un archivo"},
    "example": {"en": "Example", "es": "Ejemplo"},
    "clear": {"en": "Clear", "es": "Vaciar"},
    "form": {"en": "written in", "es": "escrito en"},
    "form_text": {"en": "plain text", "es": "texto plano"},
    "form_python": {"en": "Python", "es": "Python"},
    "form_notebook": {"en": "notebook", "es": "cuaderno"},
    "placeholder": {
        "en": "S = Q K^T / sqrt(d_k) = …",
        "es": "S = Q K^T / sqrt(d_k) = …",
    },
    "keys": {
        "en": "F8 goes to the next mistake, Shift+F8 to the one before.",
        "es": "F8 va al siguiente error, Mayús+F8 al anterior.",
    },
    "verdicts": {"en": "Verdicts", "es": "Veredictos"},
    "nothing_yet": {"en": "Nothing to check yet.", "es": "Aún no hay nada que comprobar."},
    "checking": {"en": "Checking …", "es": "Comprobando …"},
    "unseen": {
        "en": "Numbers of which nothing was read: {count}",
        "es": "Números de los que no se leyó nada: {count}",
    },
    "hidden": {
        "en": "The text holds characters that cannot be seen or that turn its direction: {count}.",
        "es": "El texto contiene caracteres que no se ven o que cambian su dirección: {count}.",
    },
    "next": {"en": "Next mistake", "es": "Siguiente error"},
    "previous": {"en": "Previous", "es": "Anterior"},
    "more": {"en": "More", "es": "Más"},
    "rest": {"en": "Right, and given", "es": "Correctos y datos"},
    "line": {"en": "line {line}", "es": "línea {line}"},
    "carries_link": {"en": "what follows from it ({count})", "es": "lo que se sigue de él ({count})"},
    "matrices": {"en": "Matrices", "es": "Matrices"},
    "matrices_lead": {
        "en": "Point at a wrong cell to see what follows from it; a cell leads to its verdict.",
        "es": "Señale una celda errónea para ver lo que se sigue de ella; cada celda lleva a su veredicto.",
    },
    "matrices_fine": {"en": "Matrices without a mistake", "es": "Matrices sin errores"},
    "proof": {"en": "Proof", "es": "Demostración"},
    "proof_sizes": {"en": "for all sizes", "es": "para todos los tamaños"},
    "proof_assumptions": {"en": "assuming", "es": "suponiendo"},
    "proof_side_conditions": {"en": "wherever", "es": "siempre que"},
    "proof_steps": {"en": "steps", "es": "pasos"},
    "counterexample": {"en": "Counterexample", "es": "Contraejemplo"},
    "counter_sizes": {"en": "sizes", "es": "tamaños"},
    "counter_values": {"en": "values", "es": "valores"},
    "counter_indices": {"en": "indices", "es": "índices"},
    "counter_left": {"en": "left side", "es": "lado izquierdo"},
    "counter_right": {"en": "right side", "es": "lado derecho"},
    "export": {"en": "Export", "es": "Exportar"},
    "references": {"en": "Answer keys", "es": "Soluciones"},
    "lesson": {"en": "Lesson", "es": "Lección"},
    "back": {"en": "to the page for derivations", "es": "a la página de derivaciones"},
}
