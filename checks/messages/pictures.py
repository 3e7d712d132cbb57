"""Titles, axes and captions of the pictures, and what `triplecheck plot` says."""

MESSAGES = {
    "widths": {"en": "d_k (entries of q and k)", "es": "d_k (entradas de q y k)"},
    "exceeds": {"en": "P(largest weight > 0.95)", "es": "P(peso mayor > 0.95)"},
    "largest": {"en": "mean of the largest weight", "es": "media del peso mayor"},
    "norm": {"en": "‖J‖ of a row (Frobenius)", "es": "‖J‖ de una fila (Frobenius)"},
    "mean": {"en": "mean", "es": "media"},
    "median": {"en": "median", "es": "mediana"},
    "scale_none": {"en": "unscaled", "es": "sin escala"},
    "scale_sqrt": {"en": "/ √d_k", "es": "/ √d_k"},
    "saturation_title": {"en": "Saturation of the softmax against d_k", "es": "Saturación del softmax según d_k"},
    "saturation_caption": {
        "en": "A query and T keys with independent N(0, 1) entries. Certified values at d_k = 1, 2, 4, …, 1024, joined by "
        "lines.",
        "es": "Una consulta y T claves con entradas N(0, 1) independientes. Valores certificados en d_k = 1, 2, 4, …, 1024, "
        "unidos por líneas.",
    },
    "gradient_title": {"en": "The gradient dies without the scale", "es": "Sin la escala, el gradiente muere"},
    "gradient_caption": {
        "en": "Norm of the softmax Jacobian of two random scores. Certified values at d_k = 1, 2, 4, …, 1024: the mean falls "
        "slowly, the typical row exponentially in √d_k.",
        "es": "Norma de la jacobiana del softmax de dos scores aleatorios. Valores certificados en d_k = 1, 2, 4, …, 1024: la "
        "media baja despacio; la fila típica, exponencialmente en √d_k.",
    },
    "weights_title": {"en": "Attention weights A", "es": "Pesos de atención A"},
    "weights_none": {"en": "softmax(Q Kᵀ), unscaled", "es": "softmax(Q Kᵀ), sin escala"},
    "weights_sqrt": {"en": "softmax(Q Kᵀ / √d_k)", "es": "softmax(Q Kᵀ / √d_k)"},
    "weights_drawn": {
        "en": "One random draw: T = {tokens}, d_k = {d_k}, entries N(0, 1), seed {seed}. Computed by NumPy.",
        "es": "Un sorteo: T = {tokens}, d_k = {d_k}, entradas N(0, 1), semilla {seed}. Calculado por NumPy.",
    },
    "weights_exact": {
        "en": "{title}: the exact weights, correctly rounded.",
        "es": "{title}: los pesos exactos, correctamente redondeados.",
    },
    "query": {"en": "query i", "es": "consulta i"},
    "key": {"en": "key j", "es": "clave j"},
    "intensity": {"en": "arithmetic intensity (FLOP/byte)", "es": "intensidad aritmética (FLOP/byte)"},
    "rate": {"en": "GFLOP/s", "es": "GFLOP/s"},
    "roof": {"en": "roof of this machine", "es": "techo de esta máquina"},
    "roofline_panel": {"en": "one thread", "es": "un hilo"},
    "roofline_title": {"en": "Roofline of attention on this machine", "es": "Roofline de la atención en esta máquina"},
    "roofline_caption": {
        "en": "Measured: {processor}, NumPy {numpy} with {blas}, {dtype}, one head, T = {tokens}, d_k = {d_k}, d_v = {d_v}. "
        "Steps without FLOPs (exp) are left out.",
        "es": "Medido: {processor}, NumPy {numpy} con {blas}, {dtype}, una cabeza, T = {tokens}, d_k = {d_k}, d_v = {d_v}. "
        "Los pasos sin FLOPs (exp) no aparecen.",
    },
    "format": {
        "en": "the picture's file must end in .svg, .png or .pdf: '{name}'",
        "es": "el archivo de la imagen debe acabar en .svg, .png o .pdf: '{name}'",
    },
    "folder": {"en": "there is no folder for the picture '{name}'", "es": "no existe la carpeta para la imagen '{name}'"},
    "unwritable": {
        "en": "the picture '{name}' could not be written: {why}",
        "es": "no se pudo escribir la imagen '{name}': {why}",
    },
    "no_matplotlib": {
        "en": "PNG and PDF need matplotlib: pip install matplotlib; .svg needs nothing",
        "es": "PNG y PDF necesitan matplotlib: pip install matplotlib; .svg no necesita nada",
    },
    "range": {
        "en": "{option} is {value}; a whole number from {least} to {most} is wanted",
        "es": "{option} es {value}; hace falta un entero de {least} a {most}",
    },
    "input_unused": {
        "en": "an input goes with weights only, not with {name}",
        "es": "una entrada solo acompaña a weights, no a {name}",
    },
    "too_wide": {
        "en": "{source} has T = {tokens}; a heat map shows at most {most}",
        "es": "{source} tiene T = {tokens}; un mapa de calor muestra como mucho {most}",
    },
}
