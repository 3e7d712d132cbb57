"""The words of an exercise's page and of its answer."""

MESSAGES = {
    # the page
    "heading": {"en": "# Attention by hand", "es": "# Atención a mano"},
    "task": {
        "en": "One number of this page is wrong, and whatever depends on it was worked out from it. Find the place, say what"
        " the slip was, and put the page right.",
        "es": "Un número de esta página está mal, y lo que depende de él se calculó a partir de él. Encuentra el lugar, di cuál"
        " fue el desliz y corrige la página.",
    },
    "sizes": {
        "en": "There are T = {keys} keys, and d_k = {width}.",
        "es": "Hay T = {keys} claves, y d_k = {width}.",
    },
    "products": {"en": "First the products `Q K^T`:", "es": "Primero los productos `Q K^T`:"},
    "scaled": {"en": "Scaled: `S = Q K^T / sqrt(d_k)`", "es": "Escalado: `S = Q K^T / sqrt(d_k)`"},
    "causal": {"en": "with a causal mask:", "es": "con máscara causal:"},
    "softmax": {
        "en": "Now `A = softmax(S)`, row by row:",
        "es": "Ahora `A = softmax(S)`, fila por fila:",
    },
    "row": {"en": "Row {row}:", "es": "Fila {row}:"},
    "weights": {"en": "The weights `A`:", "es": "Los pesos `A`:"},
    "output": {"en": "The output `Y = A V`:", "es": "La salida `Y = A V`:"},
    # the answer
    "answer_heading": {"en": "The slip in {page}", "es": "El desliz de {page}"},
    "answer": {
        "en": "Line {line}, column {column}: {about} should be {right}, not {printed}. The slip: {slip}.",
        "es": "Línea {line}, columna {column}: {about} debería ser {right}, no {printed}. El desliz: {slip}.",
    },
    "follows": {
        "en": "Because of it, these other numbers are not what they should be ({count}):",
        "es": "Por su causa, estos otros números no son lo que deberían ({count}):",
    },
    "nothing_follows": {
        "en": "No other number of the page is false because of it.",
        "es": "Ningún otro número de la página es falso por su causa.",
    },
    "head_place": {"en": "place", "es": "lugar"},
    "head_number": {"en": "number", "es": "número"},
    "head_printed": {"en": "printed", "es": "impreso"},
    "head_right": {"en": "right", "es": "correcto"},
    # the kinds
    "kind_sign": {"en": "the sign is lost", "es": "se perdió el signo"},
    "kind_dropped_term": {
        "en": "one term of the sum is left out",
        "es": "falta un término de la suma",
    },
    "kind_swapped_index": {
        "en": "the two indices are swapped: it is the mirrored entry",
        "es": "los dos índices están intercambiados: es la entrada traspuesta",
    },
    "kind_lost_scale": {"en": "the factor 1/√d_k is lost", "es": "falta el factor 1/√d_k"},
    "kind_doubled_scale": {
        "en": "the factor 1/√d_k is there twice",
        "es": "el factor 1/√d_k está dos veces",
    },
    "kind_softmax_columns": {
        "en": "the exponentials of a column were added, not those of the row",
        "es": "se sumaron las exponenciales de una columna, no las de la fila",
    },
    "kind_not_normalised": {
        "en": "the exponential was not divided by the sum, so that the row does not add up to 1",
        "es": "la exponencial no se dividió entre la suma, así que la fila no suma 1",
    },
    "kind_mask_shifted": {
        "en": "the mask is shifted by one: the row sees a key of the future",
        "es": "la máscara está desplazada en uno: la fila ve una clave del futuro",
    },
    "kind_truncated": {"en": "cut off instead of rounded", "es": "cortado en vez de redondeado"},
    "kind_miscopied": {
        "en": "the score was copied with a wrong digit",
        "es": "la puntuación se copió con una cifra equivocada",
    },
    "kind_transposed_digits": {"en": "two digits are swapped", "es": "dos cifras intercambiadas"},
    # the command
    "made": {
        "en": "{page}: one slip is hidden in it; the answer is in {answer} and {data}",
        "es": "{page}: esconde un desliz; la respuesta está en {answer} y {data}",
    },
    "hint": {
        "en": "Check what you found:  triplecheck check {page}",
        "es": "Compruebe lo que encontró:  triplecheck check {page}",
    },
    "exists": {
        "en": "{page} is there already; --overwrite replaces it",
        "es": "{page} ya existe; --overwrite lo reemplaza",
    },
    "unwritable": {
        "en": "{folder} cannot be written: {reason}",
        "es": "no se puede escribir en {folder}: {reason}",
    },
}
