"""Hypotheses on the random vectors q and k, in a sentence each, under the names of derive.assumptions."""

MESSAGES = {
    "independence": {
        "en": "q and k are independent, so E(f(q) g(k)) = E f(q) · E g(k)",
        "es": "q y k son independientes, así que E(f(q) g(k)) = E f(q) · E g(k)",
    },
    "zero-mean-q": {"en": "every entry of q has mean 0", "es": "cada entrada de q tiene media 0"},
    "zero-mean-k": {"en": "every entry of k has mean 0", "es": "cada entrada de k tiene media 0"},
    "uncorrelated-q": {
        "en": "different entries of q are uncorrelated",
        "es": "entradas distintas de q no están correlacionadas",
    },
    "uncorrelated-k": {
        "en": "different entries of k are uncorrelated",
        "es": "entradas distintas de k no están correlacionadas",
    },
    "unit-variance-q": {"en": "every entry of q has variance 1", "es": "cada entrada de q tiene varianza 1"},
    "unit-variance-k": {"en": "every entry of k has variance 1", "es": "cada entrada de k tiene varianza 1"},
    "independent-components-q": {
        "en": "the entries of q are independent of one another",
        "es": "las entradas de q son independientes entre sí",
    },
    "independent-components-k": {
        "en": "the entries of k are independent of one another",
        "es": "las entradas de k son independientes entre sí",
    },
    "identical-distribution": {
        "en": "the entries of q have one law, and so have those of k",
        "es": "las entradas de q tienen una misma ley, y también las de k",
    },
    "fourth-moments": {
        "en": "every entry has a finite fourth moment",
        "es": "cada entrada tiene cuarto momento finito",
    },
    "normality": {"en": "q and k are jointly normal", "es": "q y k son conjuntamente normales"},
}
