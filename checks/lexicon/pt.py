"""Portuguese words, as far as they are needed to read a page."""

ROLES = {
    "pontuações": "scores", "pesos": "weights", "soma": "sum", "saída": "output", "pontuação": "scores", "peso": "weights",
    "probabilidade": "weights", "probabilidades": "weights", "exponencial": "exp",
    "exponenciais": "exp", "atenção": "weights", "escalado": "scaled",
}  # fmt: skip
ROW = ("linha", "palavra", "token")
LETTERS: tuple[str, ...] = ("a", "e", "o", "à")
STOP = ("o", "de", "que", "não", "uma", "com", "os", "do", "da", "em", "são", "na")
SUMS = ("somam", "soma")
RANGES: tuple[str, ...] = ()
ABOUT: tuple[str, ...] = ()
CAUSAL = ("causal", "futuro")
HIDING = ("máscara", "mascar", "menos infinito")
UNMASKED = ("sem", "antes", "não")
THEN: tuple[str, ...] = ()
SIGHT: tuple[str, ...] = ()
MASKS = ("janela", "local", "preenchimento")
LENGTH: tuple[str, ...] = ()
COSTS: dict[str, str] = {}
AGAIN = ("ou",)
INPUTS = {"consulta": "Q", "consultas": "Q", "chave": "K", "chaves": "K", "valor": "V", "valores": "V"}
VERBS = ("é", "são", "dá", "dão", "fica", "ficam", "obtemos", "resulta", "resultam", "vale", "valem")
JOINS = ("e",)
ORDINALS: dict[str, int] = {}
FOLDS: dict[str, str] = {}
CORRECTED: tuple[str, ...] = ()
ATTENDS = ("atenção", "peso", "pesos", "atende")
BETWEEN: tuple[str, ...] = ()
SPOKEN = {"dividindo": "scaled", "dividimos": "scaled", "escaladas": "scaled", "produtos": "scores"}
BY = ("por",)
EVERY = (
    "cada linha",
    "todas as linhas",
    "as linhas",
)
THEY = (
    "eles",
    "elas",
)
