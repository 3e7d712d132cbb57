"""Spanish words."""

ROLES = {
    "puntuaciones": "scores", "puntuación": "scores", "puntajes": "scores", "puntaje": "scores", "desplazados": "shifted",
    "desplazado": "shifted", "exponenciales": "exp", "exponencial": "exp", "suma": "sum", "total": "sum", "pesos": "weights",
    "atención": "weights", "salida": "output", "máximo": "max", "escalados": "scaled", "enmascarados": "masked",
    "probabilidades": "weights",
}  # fmt: skip
ROW = ("fila", "palabra", "token")
LETTERS = ("a", "y", "o", "e", "u")
STOP = ("el", "la", "de", "los", "las", "que", "es", "en", "por", "con", "para", "una", "del", "se", "y")
SUMS = ("suma =", "suman", "suma", "da en total")
RANGES = ("entradas en", "valores en", "entradas entre", "pesos en", "están en")
ABOUT = ("unos", "unas", "aproximadamente", "cerca", "alrededor")
CAUSAL = (
    "causal",
    "autorregresiva",
    "futuro",
    "futuros",
    "futuras",
    "triángulo superior",
    "triangular inferior",
    "encima de la diagonal",
)
HIDING = ("máscara", "mascara", "enmascar", "ocult", "menos infinito")
UNMASKED = ("sin", "antes", "no", "ignorando", "luego", "después", "más tarde")
LENGTH = ("longitud", "longitud-")
COSTS = {
    "escala": "entries", "escalado": "entries", "máscara": "masked", "multiplicaciones": "muls", "productos": "muls",
}  # fmt: skip
AGAIN = ("o", "es decir", "u")
INPUTS = {"consulta": "Q", "consultas": "Q", "clave": "K", "claves": "K", "valor": "V", "valores": "V"}
