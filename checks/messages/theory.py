"""What the checker says of formulas for all sizes: why one is false, and why one stays open."""

MESSAGES = {
    "refuted_instance": {
        "en": "not equal: {about}; the left side is {left}, the right side {right}",
        "es": "no son iguales: {about}; el lado izquierdo es {left} y el derecho {right}",
    },
    "refuted": {
        "en": "not equal: {about}; for {sizes} the left side is {left}, the right side {right}",
        "es": "no son iguales: {about}; con {sizes} el lado izquierdo es {left} y el derecho {right}",
    },
    "misfit": {
        "en": "the shapes do not fit: {about}: {detail}",
        "es": "las formas no encajan: {about}: {detail}",
    },
    "why_contraction": {
        "en": "a derivative of an array by an array is a contraction, not a product of matrices; not read further: {about}",
        "es": "la derivada de una matriz por otra es una contracción, no un producto de matrices; no se leyó más: {about}",
    },
    "why_position": {
        "en": "it speaks of single places, and held at the small sizes that were tried: {about}",
        "es": "habla de lugares concretos, y se cumplió en los tamaños pequeños que se probaron: {about}",
    },
    "why_maximum": {
        "en": "it depends on which entry is the largest: {about}",
        "es": "depende de qué entrada es la mayor: {about}",
    },
    "why_range": {
        "en": "it was not seen what an index runs through: {about}",
        "es": "no se vio qué recorre un índice: {about}",
    },
    "why_bounds": {"en": "a sum over part of a range: {about}", "es": "una suma sobre parte de un recorrido: {about}"},
    "why_block": {"en": "a block that the page does not name: {about}", "es": "un bloque que la página no nombra: {about}"},
    "why_unknown": {
        "en": "the page does not say what a name in it stands for: {about}",
        "es": "la página no dice qué representa un nombre: {about}",
    },
    "why_convention": {
        "en": "it does not hold for the usual shapes ({detail}), which the page does not declare: {about}",
        "es": "no vale para las formas usuales ({detail}), que la página no declara: {about}",
    },
    "why_definition": {
        "en": "the shapes of a definition above it do not fit: {about}",
        "es": "las formas de una definición anterior no encajan: {about}",
    },
    "why_function": {
        "en": "a function of which nothing is known here: {about}",
        "es": "una función de la que aquí no se sabe nada: {about}",
    },
    "why_letter": {
        "en": "an index whose place is not clear: {about}",
        "es": "un índice cuyo lugar no está claro: {about}",
    },
    "why_operation": {
        "en": "it uses an operation that is not decided for all sizes: {about}",
        "es": "usa una operación que no se decide para todos los tamaños: {about}",
    },
    "why_exponent": {"en": "an exponent that is no plain number: {about}", "es": "un exponente que no es un número: {about}"},
    "why_matrix_power": {
        "en": "a power of a matrix may mean entries or products: {about}",
        "es": "la potencia de una matriz puede ser por entradas o por productos: {about}",
    },
    "why_softmax": {"en": "the softmax of a single number: {about}", "es": "el softmax de un solo número: {about}"},
    "why_diag": {"en": "diag of a single number: {about}", "es": "diag de un solo número: {about}"},
    "why_mixed": {
        "en": "symbolic and fixed sizes meet in it: {about}",
        "es": "mezcla tamaños simbólicos y fijos: {about}",
    },
    "why_derivative": {
        "en": "a derivative by something that is no variable of the page: {about}",
        "es": "una derivada respecto de algo que no es variable de la página: {about}",
    },
    "why_loss": {
        "en": "it was not seen what the loss depends on: {about}",
        "es": "no se vio de qué depende la pérdida: {about}",
    },
    "why_row": {
        "en": "it was not seen what the rows belong to: {about}",
        "es": "no se vio a qué pertenecen las filas: {about}",
    },
    "why_einsum": {"en": "an einsum that was not understood: {about}", "es": "un einsum que no se entendió: {about}"},
    "why_cases": {"en": "cases other than i = j and i ≠ j: {about}", "es": "casos distintos de i = j e i ≠ j: {about}"},
    "why_depth": {"en": "nested too deeply: {about}", "es": "demasiados niveles: {about}"},
    "why_names": {
        "en": "its names could not be used ({detail}): {about}",
        "es": "sus nombres no se pudieron usar ({detail}): {about}",
    },
    "why_numbers": {
        "en": "it does not hold for all sizes, and was not compared for the numbers given here: {about}",
        "es": "no vale para todos los tamaños, y no se comparó con los números dados aquí: {about}",
    },
    "why_normal": {
        "en": "it is not exactly normal, and the page does not say that this is an approximation: {about}",
        "es": "no es exactamente normal, y la página no dice que sea una aproximación: {about}",
    },
    "why_bounded": {
        "en": "no entry outside the range was found, and none is ruled out: {about}",
        "es": "no se encontró ninguna entrada fuera del intervalo, y ninguna queda excluida: {about}",
    },
    "why_chance": {
        "en": "it depends on the random inputs: {about}: {probability}, expected value {expected}",
        "es": "depende de las entradas aleatorias: {about}: {probability}, valor esperado {expected}",
    },
    "why_tail": {
        "en": "it depends on the random inputs: {about}: one passes {low} deviations with probability {probability}",
        "es": "depende de las entradas aleatorias: {about}: alguno pasa de {low} desviaciones con probabilidad {probability}",
    },
    "why_tail_of_T": {
        "en": "it depends on T, which the page does not give: {about}; one passes {low} deviations with probability "
        "{probability}",
        "es": "depende de T, que la página no da: {about}: alguno pasa de {low} desviaciones con probabilidad {probability}",
    },
    "fails": {
        "en": "not in every run: {about}: {probability}, expected value {expected}",
        "es": "no en cada ejecución: {about}: {probability}, valor esperado {expected}",
    },
    "outgrows": {
        "en": "it grows faster: {about}; for {along} the quotient is {small} at t = 10 and {large} at t = 1000",
        "es": "crece más deprisa: {about}; con {along} el cociente es {small} para t = 10 y {large} para t = 1000",
    },
    "format": {
        "en": "not in {form}: {about}; there {number} is {value}",
        "es": "en {form} no: {about}; allí {number} es {value}",
    },
    "why_constant_sizes": {
        "en": "it holds if the sizes that the order does not name are held fixed, and not otherwise: {about}",
        "es": "vale si los tamaños que el orden no nombra se mantienen fijos, y si no, no: {about}",
    },
    "why_instance": {
        "en": "it holds for some sizes alone, and the page does not settle that these are meant: {about}",
        "es": "solo vale para algunos tamaños, y la página no deja claro que sean esos: {about}",
    },
    "why_premise": {
        "en": "it takes a premise that the page does not state: {about}",
        "es": "hace falta una premisa que la página no enuncia: {about}",
    },
    "model": {
        "en": "not under these premises: {about}; for the law {law} it is {value}",
        "es": "no con estas premisas: {about}; para la ley {law} es {value}",
    },
    "why_time": {"en": "the time allowed was used up: {about}", "es": "se agotó el tiempo permitido: {about}"},
    "why_size": {"en": "too large to decide: {about}", "es": "demasiado grande para decidirlo: {about}"},
    "why_scope": {"en": "no rule for it ({detail}): {about}", "es": "no hay regla para ello ({detail}): {about}"},
    "why_open": {"en": "neither proved nor refuted: {about}", "es": "ni demostrado ni refutado: {about}"},
}
