"""The words around an explanation."""

MESSAGES = {
    "verdicts": {"en": "Verdicts", "es": "Veredictos"},
    "slips": {"en": "Slips", "es": "Deslices"},
    "rules": {"en": "Rules of the proofs", "es": "Reglas de las demostraciones"},
    "hypotheses": {"en": "Hypotheses on random vectors", "es": "Hipótesis sobre vectores aleatorios"},
    "theorems": {"en": "Theorems", "es": "Teoremas"},
    "means": {"en": "means", "es": "significa"},
    "when": {"en": "when", "es": "cuándo"},
    "example": {"en": "example", "es": "ejemplo"},
    "counts": {"en": "counts as", "es": "cuenta como"},
    "says": {"en": "says", "es": "dice"},
    "assumes": {"en": "assuming", "es": "suponiendo"},
    "see": {"en": "see", "es": "véase"},
    "by_kernel": {
        "en": "The kernel uses it, and counts each use (triplecheck prove NAME --depth 3).",
        "es": "La usa el núcleo, y cuenta cada uso (triplecheck prove NOMBRE --depth 3).",
    },
    "by_lines": {
        "en": "It leads from one line of a proof to the next; the kernel checks each such step for all sizes.",
        "es": "Lleva de una línea de una demostración a la siguiente; el núcleo comprueba cada paso para todos los tamaños.",
    },
    "slip_note": {
        "en": "It is named where it gives exactly the digits printed. It explains, and decides nothing.",
        "es": "Se nombra donde da exactamente las cifras impresas. Explica, y no decide nada.",
    },
    "practise": {
        "en": "practise: triplecheck exercise --kind {kind}",
        "es": "practicar: triplecheck exercise --kind {kind} --lang es",
    },
    "hint": {
        "en": "Explain one:  triplecheck explain NAME        all of them:  triplecheck explain --all",
        "es": "Explicar uno:  triplecheck explain NOMBRE        todos:  triplecheck explain --all",
    },
    "unknown": {
        "en": "nothing is called '{name}'; the nearest: {near}. `triplecheck explain` lists everything",
        "es": "nada se llama '{name}'; lo más parecido: {near}. `triplecheck explain` lo enumera todo",
    },
    "name_and_all": {"en": "give one name or --all, not both", "es": "indique un nombre o --all, no ambos"},
}
