"""Words and patterns by which sentences speak of counts: entries, parameters, layers, spreads, shares, rooflines."""

import re

OR = {"or", "o", "oder", "ou", "about", "aproximadamente", "approximately", "roughly", "circa", "which", "is", "≈", "i.e."}
AND = {"and", "y", "und", "et", "e"}
LAYERS = {
    "layers": 1, "layer": 1, "capas": 1, "heads": 1, "cabezas": 1, "sequences": 1, "secuencias": 1, "blocks": 1, "tokens": 1,
    "bloques": 1, "batches": 1, "steps": 1,
}  # fmt: skip
PARAMETERS = {"model", "modelo", "parameters", "params", "parámetros", "weights", "pesos"}
MORE = re.compile(
    r"\b(?:adam|optimi[sz]er|gradients?|training|train|caches?|activations?|entrenar|gradientes?)\b", re.IGNORECASE
)
APART = re.compile(r"\n\s*\n|\n\s*#")
SUFFIX = {"K": 10**3, "M": 10**6, "B": 10**9, "G": 10**9}
CROSSOVER = re.compile(
    r"cross(?:over|es)?\b|cruce|lies at|break-?even|memory-bound|compute-bound|solv|equal when", re.IGNORECASE
)
SPREAD = r"(?:desviaci[oó]n(?:es)? (?:est[aá]ndar|típica)|standard deviation|\bstd|\bsd)"
ROUGHLY = r"(?:about|around|approximately|roughly|nearly|aproximadamente|cerca de|unos|\\approx|≈|~)?"
DEVIATION = re.compile(
    rf"{SPREAD}\s*(?:is|of|es|de|=|:)?\s*{ROUGHLY}\s*(?:\\\(|\$)?\s*(?:\\approx|≈|~)?\s*(\d+(?:[.,]\d+)?)", re.IGNORECASE
)
OF_SCORE = re.compile(
    r"\bscores?\b|dot product|inner product|producto|puntuaci|\blogits?\b"
    r"|q\s*(?:·|\\cdot|\^\\?top|\^T|ᵀ)\s*\$?k"
    r"|\bit (?:then )?has\b|(?<![\w\\])s(?![\w'’])",
    re.IGNORECASE,
)
ENTRIES = {
    "entries", "numbers", "values", "elements", "scores", "parameters", "weights", "entradas", "números", "valores",
    "elementos", "pesos",
}  # fmt: skip
MAKES = re.compile(
    r"\b(?:that|this|it|they|which|eso|esto|lo que)\s+(?:is|are|makes?|gives?|takes?|comes? to|amounts? to|"
    r"son|da|dan|ocupa|suponen?)\s+$",
    re.IGNORECASE,
)
ALL = re.compile(
    r"\s*(?:for|in|over|across|para|en)\s+(?:all|los|las|todas las|todos los)?\s*(?:the\s+)?\$?(\d{1,5})\$?\s+([a-záéíóú]+)",
    re.IGNORECASE,
)
NO_SCORE = re.compile(
    r"\bweights?\b|initiali[sz]|\bnoise\b|compon|\bentries\b|entrad|\bpesos\b|ruido|inicializa|embedding|\binputs?\b",
    re.IGNORECASE,
)
EACH = re.compile(r"\b(?:at|a|with|con)\s+\$?(\d{1,3})\$? bytes? (?:each|per|cada|por|apiece)", re.IGNORECASE)
GROWS = re.compile(
    r"d_k\s*=\s*(?P<from>\d+)\D{0,12}?\b(?:to|a|hasta)\b\D{0,8}?d_k\s*=\s*(?P<to>\d+)[^.]*?"
    rf"(?P<what>{SPREAD}|varian[cz]a?e?)[^.\d]*?\b(?:by|por)\s+(?:a factor (?:of )?)?\$?(?P<by>\d+(?:[.,]\d+)?)",
    re.IGNORECASE | re.DOTALL,
)
SHARE = re.compile(r"\bshare\b|\bpercent|\bof it\b|fracción|parte", re.IGNORECASE)
FOR = {"for", "at", "para", "con", "with", "bei", "pour", "when"}
NOUN = re.compile(
    r"\s*\$?\s*\b(?:entries|numbers|values|elements|scores|weights|par[aâáà]m[eèé]t(?:er|ers|ern|ros|res)|entradas|números|"
    r"valores|elementos|pesos|einträgen?|elementen?|gewichten?|entrées|éléments|poids|nombres|valeurs)\b",
    re.IGNORECASE,
)
LEADS = re.compile(r"[≈~(]|\b[^\W\d_]+[.,:]?\s*\$?$")  # what may introduce the same in other units
RIDGE = re.compile(
    r"\b(?:ridge|balance|intensity|roofline|machine|crossover|equilibrio|intensidad|cresta|équilibre|Kipp\w*|equilíbrio)\b",
    re.IGNORECASE,
)
MEASURE = re.compile(r"[\s$`)]*(bytes?|octets?|flops?)\b", re.IGNORECASE)
MARKS = re.compile(r"\$\$?|\\\(|\\\)|\\\[|\\\]|`|\*\*")
TELLS = re.compile(
    r"[=≈→⇒<>≤≥∼~·×^√$`\\*/%]|\d\s?(?:[KMGTP]i?B|[KMGTP]io\b|[KMGTk]o\b|B\b|bytes?|octets?|[KMGT]?FLOP|bits?|m?s\b)|\b(?:fp|bf|int|float)\d|deviation|varian|desviaci",
    re.IGNORECASE,
)
