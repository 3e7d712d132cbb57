"""French words, as far as they are needed to read a page."""

ROLES = {
    "scores": "scores", "poids": "weights", "somme": "sum", "sortie": "output", "exponentielles": "exp",
    "exponentielle": "exp", "probabilités": "weights", "probabilité": "weights", "score": "scores", "attention": "weights",
}  # fmt: skip
ROW = ("ligne", "mot", "token")
LETTERS: tuple[str, ...] = ("à", "a", "y")
STOP = ("le", "la", "les", "des", "et", "est", "une", "que", "pour", "dans", "du", "à")
SUMS = ("somme à", "somment à", "somme de", "total de")
RANGES: tuple[str, ...] = ()
ABOUT: tuple[str, ...] = ()
CAUSAL = ("causal", "causale", "futur")
HIDING = ("masqu", "moins l'infini")
UNMASKED = ("sans", "avant", "pas")
THEN: tuple[str, ...] = ()
SIGHT: tuple[str, ...] = ()
MASKS = ("fenêtre", "local", "remplissage")
LENGTH: tuple[str, ...] = ()
COSTS: dict[str, str] = {}
AGAIN = ("ou", "soit")
INPUTS = {"requête": "Q", "requêtes": "Q", "clé": "K", "clés": "K", "valeur": "V", "valeurs": "V"}
VERBS = ("est", "sont", "donne", "donnent", "vaut", "valent", "devient", "obtient")
JOINS = ("et",)
ORDINALS: dict[str, int] = {}
FOLDS: dict[str, str] = {}
CORRECTED: tuple[str, ...] = ()
ATTENDS = ("attention", "poids")
BETWEEN: tuple[str, ...] = ()
SPOKEN = {"divise": "scaled", "divisant": "scaled", "division": "scaled", "produits": "scores"}
BY = ("par",)
EVERY = (
    "chaque ligne",
    "toutes les lignes",
    "les lignes",
)
THEY = (
    "ils",
    "elles",
)
