"""Spanish words."""

ROLES = {
    "puntuaciones": "scores", "puntuación": "scores", "puntajes": "scores", "puntaje": "scores", "desplazados": "shifted",
    "desplazado": "shifted", "exponenciales": "exp", "exponencial": "exp", "suma": "sum", "total": "sum",
    "pesos": "weights", "peso": "weights",
    "atención": "weights", "salida": "output", "máximo": "max", "escalados": "scaled", "enmascarados": "masked",
    "probabilidades": "weights", "probabilidad": "weights", "escalado": "scaled", "escalada": "scaled",
    "exponenciado": "exp", "escaladas": "scaled", "logits": "logits",
}  # fmt: skip
ROW = ("fila", "palabra", "token")
LETTERS = ("a", "y", "o", "e", "u")
STOP = (
    "el",
    "la",
    "de",
    "los",
    "que",
    "es",
    "en",
    "por",
    "con",
    "para",
    "una",
    "del",
    "se",
    "sea",
    "sean",
    "son",
    "las",
    "su",
    "al",
    "como",
)
SUMS = ("suman en total", "suma =", "suman", "suma", "da en total")
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
THEN = ("luego", "después")
SIGHT = ("ve el", "ven el", "ver ", "debe ver", "deben ver", "puede ver", "pueden ver", "mira", "atiend")
MASKS = ("ventana", "relleno", "local", "banda", "dispers")
LENGTH = ("longitud", "longitud-")
COSTS = {
    "escala": "entries", "escalado": "entries", "máscara": "masked", "multiplicaciones": "muls", "productos": "muls",
}  # fmt: skip
AGAIN = ("o", "es decir", "u")
INPUTS = {"consulta": "Q", "consultas": "Q", "clave": "K", "claves": "K", "valor": "V", "valores": "V"}
VERBS = (
    "son",
    "es",
    "da",
    "dan",
    "queda",
    "quedan",
    "resulta",
    "resultan",
    "obtenemos",
    "sale",
    "salen",
    "vale",
    "valen",
    "tenemos",
)
JOINS = ("y", "e")
ORDINALS = {
    "primera": 0,
    "primer": 0,
    "primero": 0,
    "segunda": 1,
    "segundo": 1,
    "tercera": 2,
    "tercer": 2,
    "tercero": 2,
    "cuarta": 3,
    "cuarto": 3,
    "última": -1,
    "último": -1,
}
FOLDS = {"mayor": "max", "menor": "min", "media": "mean", "promedio": "mean", "varianza": "variance", "traza": "trace"}
CORRECTED = ("en realidad", "realmente", "corrección:", "perdón,", "debe ser", "debería ser", "correctamente")
ATTENDS = ("atiende", "atienden", "atención", "peso", "pesos", "presta", "mira")
BETWEEN = ("entre",)
SPOKEN = {
    "escalar": "scaled",
    "temperatura": "scaled",
    "dividir": "scaled",
    "divididas": "scaled",
    "divididos": "scaled",
    "dividimos": "scaled",
    "dividiendo": "scaled",
    "escalamos": "scaled",
    "productos": "scores",
    "producto": "scores",
    "exponenciamos": "exp",
    "exponenciar": "exp",
    "normalizamos": "weights",
    "normalizar": "weights",
    "restamos": "shifted",
    "restar": "shifted",
    "juntas": "sum",
    "juntos": "sum",
    "atención": "weights",
}
BY = ("por", "entre", "temperatura")
EVERY = (
    "cada fila",
    "todas las filas",
    "las filas",
    "filas",
)
THEY = (
    "entradas",
    "números",
    "ellos",
    "estos",
    "estas",
    "juntos",
    "juntas",
    "los tres",
    "las tres",
    "todos",
    "todas",
)
