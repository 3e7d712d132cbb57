"""Sentences of `triplecheck saturation`: headings, answers, refusals."""

MESSAGES = {
    "heading": {
        "en": "Softmax of random scores, d_k = {d}, {components} entries of mean 0 and variance 1",
        "es": "Softmax de scores aleatorios, d_k = {d}, entradas {components} de media 0 y varianza 1",
    },
    "moments": {
        "en": "q·k for independent q and k: mean 0, variance {variance}, excess kurtosis {kurtosis} (exact)",
        "es": "q·k con q y k independientes: media 0, varianza {variance}, exceso de curtosis {kurtosis} (exacto)",
    },
    "distance": {
        "en": "No probability that q·k <= x differs from that of N(0, {d}) by more than {distance} (certified).",
        "es": "Ninguna probabilidad de que q·k <= x difiere de la de N(0, {d}) en más de {distance} (certificado).",
    },
    "table": {"en": "{scale}; {model}", "es": "{scale}; {model}"},
    "model_independent": {
        "en": "q independent of the keys",
        "es": "q independiente de las claves",
    },
    "model_orthogonal": {
        "en": "self-attention, Q = X W_Q, K = X W_K, W orthogonal",
        "es": "autoatención, Q = X W_Q, K = X W_K, W ortogonal",
    },
    "short_independent": {"en": "independent", "es": "independiente"},
    "short_orthogonal": {"en": "self-attention", "es": "autoatención"},
    "scale_sqrt": {"en": "scores / √d_k", "es": "scores / √d_k"},
    "scale_linear": {"en": "scores / d_k", "es": "scores / d_k"},
    "scale_none": {"en": "unscaled scores", "es": "scores sin escalar"},
    "column_exceeds": {"en": "P(max > {c})", "es": "P(máx > {c})"},
    "column_exceeds_all": {"en": "P(all rows > {c})", "es": "P(todas las filas > {c})"},
    "column_near": {"en": "P(max <= 1.1/T)", "es": "P(máx <= 1.1/T)"},
    "column_largest": {"en": "E[max]", "es": "E[máx]"},
    "column_entropy": {"en": "E[entropy]", "es": "E[entropía]"},
    "column_jacobian": {"en": "E‖J‖_F", "es": "E‖J‖_F"},
    "column_median_jacobian": {"en": "median ‖J‖_F", "es": "mediana ‖J‖_F"},
    "title_exceeds": {"en": "P(largest weight > threshold)", "es": "P(peso mayor > umbral)"},
    "title_largest": {"en": "mean largest weight", "es": "media del peso mayor"},
    "title_jacobian": {"en": "mean ‖J‖_F", "es": "media de ‖J‖_F"},
    "title_median_jacobian": {"en": "median ‖J‖_F", "es": "mediana de ‖J‖_F"},
    "legend": {
        "en": "~: simulated, {texts} matrices, seed {seed}, confidence {level}. Entropy in nats; J is the softmax "
        "Jacobian of a row.",
        "es": "~: simulado, {texts} matrices, semilla {seed}, confianza {level}. Entropía en nats; J es la jacobiana "
        "del softmax de una fila.",
    },
    "proved": {
        "en": "Without ~: by quadrature, proved to within {error} before rounding.",
        "es": "Sin ~: por cuadratura, probado con error de {error} como mucho antes de redondear.",
    },
    "answer_sqrt": {
        "en": '"Scaled, the largest weight is near 1/T", T = {T}, {model}: within 10 % of {uniform} with probability '
        "{near}; on average it is {largest}.",
        "es": '"Con escalado, el peso mayor está cerca de 1/T", T = {T}, {model}: a menos del 10 % de {uniform} con '
        "probabilidad {near}; en media es {largest}.",
    },
    "answer_none": {
        "en": '"Unscaled, the largest weight is above {c}", T = {T}, {model}: in a row with probability {exceeds}, in '
        "all {T} rows at once with {exceeds_all}.",
        "es": '"Sin escalar, el peso mayor supera {c}", T = {T}, {model}: en una fila con probabilidad {exceeds}, en '
        "las {T} filas a la vez con {exceeds_all}.",
    },
    "width": {
        "en": "d_k must be a whole number from 1 to {most}, not {d}",
        "es": "d_k debe ser un entero de 1 a {most}, no {d}",
    },
    "tokens": {
        "en": "a row needs at least 2 scores, not {tokens}: the softmax of one score is always 1",
        "es": "una fila necesita al menos 2 scores, no {tokens}: el softmax de un solo score siempre es 1",
    },
    "many_tokens": {
        "en": "{tokens} scores in a row are too many; at most {most}",
        "es": "{tokens} scores en una fila son demasiados; como mucho {most}",
    },
    "level": {
        "en": "--{option} is a probability level strictly between 0 and 1, not '{text}'",
        "es": "--{option} es un nivel de probabilidad estrictamente entre 0 y 1, no '{text}'",
    },
    "texts": {
        "en": "--texts takes a whole number from 100 to {most}, not {texts}",
        "es": "--texts admite un entero de 100 a {most}, no {texts}",
    },
    "seed": {
        "en": "--seed takes a whole number of at least 0, not {seed}",
        "es": "--seed admite un entero de al menos 0, no {seed}",
    },
    "too_much": {
        "en": "this simulation would take too long; ask for smaller sizes or for fewer matrices: --texts {texts}",
        "es": "esta simulación tardaría demasiado; pida tamaños menores o menos matrices: --texts {texts}",
    },
    "unknown_word": {
        "en": "--{option} does not know '{word}'; there are: {known}",
        "es": "--{option} no conoce '{word}'; las hay: {known}",
    },
    "nu_missing": {
        "en": "student-t entries need their degrees of freedom: --nu",
        "es": "las entradas student-t necesitan sus grados de libertad: --nu",
    },
    "nu_unused": {
        "en": "--nu goes with student-t entries; {components} has no degrees of freedom",
        "es": "--nu acompaña a entradas student-t; {components} no tiene grados de libertad",
    },
    "nu_small": {
        "en": "--nu must be a number above 4 (up to 1e9), not '{nu}': the kurtosis needs a fourth moment",
        "es": "--nu debe ser un número mayor que 4 (hasta 1e9), no '{nu}': la curtosis necesita un cuarto momento",
    },
    "plot_format": {
        "en": "the picture's file must end in .svg, .png or .pdf: '{name}'",
        "es": "el archivo de la imagen debe acabar en .svg, .png o .pdf: '{name}'",
    },
    "plot_folder": {
        "en": "there is no folder for the picture '{name}'",
        "es": "no existe la carpeta para la imagen '{name}'",
    },
    "plot_unwritable": {
        "en": "the picture '{name}' could not be written: {why}",
        "es": "no se pudo escribir la imagen '{name}': {why}",
    },
    "no_matplotlib": {
        "en": "--plot needs matplotlib: pip install matplotlib",
        "es": "--plot necesita matplotlib: pip install matplotlib",
    },
}
