"""The words of the reports that are read outside a terminal: Markdown, HTML, JUnit, annotations."""

MESSAGES = {
    "title": {"en": "Report of triplecheck", "es": "Informe de triplecheck"},
    "place": {"en": "place", "es": "lugar"},
    "verdict": {"en": "verdict", "es": "veredicto"},
    "printed": {"en": "printed", "es": "impreso"},
    "truth": {"en": "right", "es": "correcto"},
    "carries": {"en": "carries", "es": "arrastra"},
    "said": {"en": "why", "es": "por qué"},
    "digits": {"en": "more digits", "es": "más cifras"},
    "nearest": {"en": "nearest true formula", "es": "fórmula verdadera más cercana"},
    "closed_form": {"en": "exactly", "es": "exactamente"},
    "slip": {"en": "likely slip", "es": "desliz probable"},
    "cause": {"en": "follows from", "es": "se sigue de"},
    "carried": {"en": "what follows from it", "es": "lo que se sigue de él"},
    "page": {"en": "the page's numbers give", "es": "los números de la página dan"},
    "rule_wrong": {"en": "A false number or formula: the mistake is here", "es": "Número o fórmula falsos: el error está aquí"},
    "rule_carried": {
        "en": "A false number that follows from an earlier mistake",
        "es": "Número falso que se sigue de un error anterior",
    },
    "rule_rounding": {
        "en": "The last digit is off, by rounding numbers before",
        "es": "La última cifra no es exacta, por redondear números anteriores",
    },
    "rule_lucky": {
        "en": "Right, but not what the numbers printed before give",
        "es": "Correcto, pero no es lo que dan los números impresos antes",
    },
    "rule_undecided": {"en": "Read, neither proved nor refuted", "es": "Leído, ni demostrado ni refutado"},
    "rule_unread": {"en": "Looks like a claim and was not read", "es": "Parece una afirmación y no se leyó"},
    "rule_disagree": {
        "en": "The witnesses of the checker differ: its defect, not the document's",
        "es": "Los testigos del comprobador difieren: defecto suyo, no del documento",
    },
    "unseen": {
        "en": "numbers that nothing was read of: {count}",
        "es": "números de los que no se leyó nada: {count}",
    },
    "no_coverage": {
        "en": "--coverage goes with --format text or json, not with {format}",
        "es": "--coverage va con --format text o json, no con {format}",
    },
}
