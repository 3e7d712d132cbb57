"""German words, as far as they are needed to read a page."""

ROLES = {
    "gewichte": "weights", "summe": "sum", "ausgabe": "output", "werte": "output", "gewicht": "weights",
    "wahrscheinlichkeit": "weights", "wahrscheinlichkeiten": "weights", "skaliert": "scaled", "exponential": "exp",
    "exponentialwerte": "exp",
    "aufmerksamkeit": "weights", "aufmerksamkeitsgewichte": "weights", "punktzahlen": "scores",
    "bewertungen": "scores", "exponentiale": "exp",
}  # fmt: skip
ROW = ("zeile", "wort", "token")
LETTERS: tuple[str, ...] = ()
STOP = ("der", "die", "das", "und", "ist", "mit", "von", "ein", "eine", "nicht", "wird", "den")
SUMS = ("summieren sich zu", "summiert sich zu", "ergeben zusammen", "summe von")
RANGES: tuple[str, ...] = ()
ABOUT: tuple[str, ...] = ()
CAUSAL = ("kausale", "kausaler", "kausalen", "kausal", "zukunft")
HIDING = ("mask", "verdeck")
UNMASKED = ("ohne", "vor", "nicht")
THEN: tuple[str, ...] = ()
SIGHT: tuple[str, ...] = ()
MASKS = ("fenster", "lokal", "auffüll")
LENGTH: tuple[str, ...] = ()
COSTS: dict[str, str] = {}
AGAIN = ("oder",)
INPUTS = {"anfrage": "Q", "anfragen": "Q", "schlüssel": "K", "wert": "V", "werte": "V"}
VERBS = ("ist", "sind", "ergibt", "ergeben", "lautet", "lauten", "wird", "werden")
JOINS = ("und",)
ORDINALS: dict[str, int] = {}
FOLDS: dict[str, str] = {}
CORRECTED: tuple[str, ...] = ()
ATTENDS = ("aufmerksamkeit", "gewicht", "gewichte")
BETWEEN: tuple[str, ...] = ()
SPOKEN = {"division": "scaled", "teilen": "scaled", "dividieren": "scaled", "skalarprodukte": "scores"}
BY = ("durch",)
EVERY = (
    "jede zeile",
    "alle zeilen",
    "die zeilen",
)
THEY = (
    "sie",
    "zusammen",
)
