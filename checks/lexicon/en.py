"""English words."""

ROLES = {
    "scores": "scores", "score": "scores", "logits": "logits", "shifted": "shifted", "exp": "exp", "exps": "exp",
    "exponentials": "exp", "sum": "sum", "total": "sum", "softmax": "softmax", "weights": "weights", "attention": "weights",
    "output": "output", "outputs": "output", "max": "max", "maximum": "max", "scaled": "scaled", "masked": "masked",
    "probabilities": "weights", "logit": "logits", "weight": "weights", "probability": "weights", "exponential": "exp",
    "exponentiated": "exp", "probs": "softmax", "prob": "weights",
}  # fmt: skip
ROW = ("row", "word", "token")
LETTERS = ("a", "i")
STOP = (
    "the",
    "of",
    "and",
    "is",
    "to",
    "with",
    "for",
    "each",
    "by",
    "in",
    "are",
    "that",
    "this",
    "it",
    "let",
    "we",
    "so",
    "from",
    "be",
    "as",
    "on",
)
SUMS = ("adds to", "add to", "adds up to", "add up to", "sums to", "sum to", "sums up to", "row sum =", "sum =")
RANGES = ("entries in", "values in", "entries between", "lie in", "weights in", "entries lie in")
ABOUT = ("about", "roughly", "approximately", "around", "some")
CAUSAL = (
    "causal",
    "causally",
    "autoregressive",
    "look-ahead",
    "lookahead",
    "future",
    "upper triangle",
    "lower-triangular",
    "lower triangular",
    "above the diagonal",
)
HIDING = ("mask", "hide", "hidden", "blocked", "-inf", "−∞", "-∞", "minus infinity", "negative infinity", r"\infty")
UNMASKED = ("without", "before", "unmasked", "no", "not", "ignoring", "instead of", "later", "unless")
THEN: tuple[str, ...] = ()
SIGHT = ("see", "look", "attend", "peek", "be able to see", "be seen")
MASKS = ("window", "sliding", "padd", "local", "sparse", "block-", "banded", "dilated", "key mask")
LENGTH = ("length", "length-")
COSTS = {
    "scale": "entries", "scaling": "entries", "mask": "masked", "softmax": "softmax", "muls": "muls", "multiplications": "muls",
}  # fmt: skip
AGAIN = ("or", "i.e.", "say")
INPUTS = {"query": "Q", "queries": "Q", "key": "K", "keys": "K", "value": "V", "values": "V"}
VERBS = (
    "are",
    "is",
    "gives",
    "give",
    "giving",
    "get",
    "gets",
    "become",
    "becomes",
    "were",
    "was",
    "equals",
    "yields",
    "yield",
    "obtain",
    "have",
)
JOINS = ("and",)
ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
FOLDS = {
    "largest": "max",
    "biggest": "max",
    "highest": "max",
    "greatest": "max",
    "smallest": "min",
    "lowest": "min",
    "mean": "mean",
    "average": "mean",
    "variance": "variance",
    "trace": "trace",
}
CORRECTED = ("actually", "really", "in fact", "correctly", "no,", "sorry,", "correction:", "should be")
ATTENDS = ("attends", "attend", "attending", "attention", "weight", "weights", "looks")
BETWEEN = ("between", "from")
SPOKEN = {
    "scale": "scaled",
    "temperature": "scaled",
    "scaling": "scaled",
    "divided": "scaled",
    "divide": "scaled",
    "dividing": "scaled",
    "products": "scores",
    "together": "sum",
    "exponentiate": "exp",
    "exponentiating": "exp",
    "normalise": "weights",
    "normalize": "weights",
    "normalising": "weights",
    "normalizing": "weights",
    "subtract": "shifted",
    "subtracting": "shifted",
}
BY = ("by", "temperature")
EVERY = (
    "each row",
    "every row",
    "all rows",
    "the rows",
    "rows",
)
THEY = (
    "entries",
    "numbers",
    "they",
    "these",
    "all three",
    "the three",
    "both",
    "together",
)
