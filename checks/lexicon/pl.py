"""Polish words, as far as they are needed to read a page."""

ROLES = {
    "wagi": "weights", "uwagi": "weights", "wykładnicze": "exp", "waga": "weights",
    "suma": "sum", "wynik": "output", "prawdopodobieństwo": "weights",
}  # fmt: skip
ROW = ("wiersz", "słowo", "token")
LETTERS: tuple[str, ...] = ("a", "i", "o", "u", "w", "z")
STOP = ("i", "w", "na", "jest", "się", "do", "że", "nie", "przez", "dla", "to", "czyli")
SUMS: tuple[str, ...] = ()
RANGES: tuple[str, ...] = ()
ABOUT: tuple[str, ...] = ()
CAUSAL = ("przyczynowa", "przyczynową", "przyszłość")
HIDING = ("mask", "zamask")
UNMASKED = ("bez", "przed", "nie")
THEN: tuple[str, ...] = ()
SIGHT: tuple[str, ...] = ()
MASKS = ("okn", "lokaln", "dopełn")
LENGTH: tuple[str, ...] = ()
COSTS: dict[str, str] = {}
AGAIN = ("lub", "czyli")
INPUTS = {"zapytanie": "Q", "zapytania": "Q", "klucz": "K", "klucze": "K", "wartość": "V", "wartości": "V"}
VERBS = ("jest", "są", "wynosi", "wynoszą", "daje", "dają")
JOINS = ("i", "oraz")
ORDINALS: dict[str, int] = {}
FOLDS: dict[str, str] = {}
CORRECTED: tuple[str, ...] = ()
ATTENDS = ("uwagi", "uwagę", "waga", "wagi")
BETWEEN: tuple[str, ...] = ()
SPOKEN: dict[str, str] = {}
BY = ("przez",)
EVERY = (
    "każdy wiersz",
    "wszystkie wiersze",
)
THEY = (
    "one",
    "razem",
)
