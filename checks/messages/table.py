"""What a table says of itself: how its numbers were made, how exact they are."""

MESSAGES = {
    "problem": {
        "en": "T_q = {queries}, T_k = {keys}, d_k = {inner}, d_v = {outer}, scale = {scale}.",
        "es": "T_q = {queries}, T_k = {keys}, d_k = {inner}, d_v = {outer}, escala = {scale}.",
    },
    "ending": {
        "en": "{path}: no format has this ending; there are {endings}, or say one with --format",
        "es": "{path}: ningún formato tiene esta terminación; las hay: {endings}; o diga uno con --format",
    },
    "made": {
        "en": "Made by triplecheck {version}: rational arithmetic, then balls (python-flint {flint}) at {bits} bits "
        "and more where needed; no ball at {bits} bits is wider than ± {radius}. Rational values and ties are recognised "
        "exactly.",
        "es": "Hecho por triplecheck {version}: aritmética racional y después bolas (python-flint {flint}) con {bits} "
        "bits y más donde hace falta; ninguna bola con {bits} bits es más ancha que ± {radius}. Los valores racionales "
        "y los empates se reconocen exactamente.",
    },
    "digits": {
        "en": "Digits: {count} significant digits, each number the correct rounding ({rule}) of the exact value.",
        "es": "Dígitos: {count} cifras significativas; cada número es el redondeo correcto ({rule}) del valor exacto.",
    },
    "decimals": {
        "en": "Decimals: {places} places, each number the correct rounding ({rule}) of the exact value; = marks a tie.",
        "es": "Decimales: {places} cifras; cada número es el redondeo correcto ({rule}) del valor exacto; = señala un empate.",
    },
    "floats": {
        "en": "{formats}: the number of the format nearest to the exact value, ties to even: an error of at most half an ulp.",
        "es": "{formats}: el número del formato más cercano al valor exacto, los empates al par: un error de medio ulp "
        "como mucho.",
    },
    "confirmed": {
        "en": "Second opinion, {engine}: all {count} entries that it computes agree.",
        "es": "Segunda opinión, {engine}: coinciden las {count} entradas que calcula.",
    },
    "closed": {"en": "closed forms", "es": "formas cerradas"},
    "places": {"en": "{places} decimals", "es": "{places} decimales"},
    "significant": {"en": "{count} digits", "es": "{count} cifras"},
    "left_out": {
        "en": "{count} closed forms are too long to print",
        "es": "{count} formas cerradas son demasiado largas para imprimirlas",
    },
    "npz_output": {
        "en": "npz is a binary format: name a file with --output",
        "es": "npz es un formato binario: nombre un fichero con --output",
    },
    "npz_formats": {
        "en": "npz holds floats: name at least one --dtype",
        "es": "npz guarda flotantes: nombre al menos un --dtype",
    },
    "disagreement": {
        "en": "{engine} and ball arithmetic differ at {step}[{row}, {column}]: a defect of triplecheck",
        "es": "{engine} y la aritmética de bolas difieren en {step}[{row}, {column}]: un defecto de triplecheck",
    },
    "unwritable": {"en": "cannot write {path}: {reason}", "es": "no se puede escribir {path}: {reason}"},
}
