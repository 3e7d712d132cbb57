"""The sentences of the lesson page. `code`, **strong** and low indices (d_k, W_Q) are typeset by checks.lesson.page."""

MESSAGES = {
    # the page
    "title": {"en": "Attention by hand, exactly and in floats", "es": "La atención a mano, exacta y en coma flotante"},
    "skip": {"en": "Skip to the lesson", "es": "Saltar a la lección"},
    "language": {"en": "Language", "es": "Idioma"},
    "contents": {"en": "Contents", "es": "Contenido"},
    "dark": {"en": "Dark", "es": "Oscuro"},
    "needs_script": {
        "en": "The numbers of this page are computed by its own script; without scripts only the text is here.",
        "es": "Los números de esta página los calcula su propio script; sin scripts solo queda el texto.",
    },
    "intro": {
        "en": "One head of attention, softmax(Q Kᵀ / √d_k) V, worked three ways. **Paper first**: say what you expect, then "
        "look. Numbers called **certified** were computed by triplecheck's exact engine and travel in this file; everything "
        "else is computed here, and the page checks itself against the certified ones.",
        "es": "Una cabeza de atención, softmax(Q Kᵀ / √d_k) V, calculada de tres maneras. **Primero papel**: diga qué espera y "
        "después mire. Los números llamados **certificados** los calculó el motor exacto de triplecheck y viajan en este "
        "archivo; todo lo demás se calcula aquí, y la página se comprueba a sí misma con los certificados.",
    },
    "footer": {
        "en": "Made by triplecheck. This page loads nothing and sends nothing.",
        "es": "Hecha por triplecheck. Esta página no carga ni envía nada.",
    },
    # the worked example
    "worked_title": {"en": "The example, step by step", "es": "El ejemplo, paso a paso"},
    "worked_intro": {
        "en": "Edit any number: decimals such as `0.5`, fractions such as `-1/3`. Each step is shown **by hand** (every "
        "result rounded before it is used again, halves away from zero), **exactly**, and in **floats** (64 bits, as this "
        "browser computes them).",
        "es": "Cambie cualquier número: decimales como `0,5`, fracciones como `-1/3`. Cada paso se muestra **a mano** (cada "
        "resultado se redondea antes de volver a usarlo, las mitades alejándose de cero), **exacto** y en **coma flotante** "
        "(64 bits, tal como los calcula este navegador).",
    },
    "start_from": {"en": "Start from:", "es": "Partir de:"},
    "example_two": {"en": "two tokens", "es": "dos tokens"},
    "example_four": {"en": "four tokens, causal", "es": "cuatro tokens, causal"},
    "size_tokens": {"en": "T", "es": "T"},
    "size_model": {"en": "columns of X", "es": "columnas de X"},
    "size_d_k": {"en": "d_k", "es": "d_k"},
    "size_d_v": {"en": "d_v", "es": "d_v"},
    "causal": {"en": "causal mask", "es": "máscara causal"},
    "scaled": {"en": "divide by √d_k", "es": "dividir entre √d_k"},
    "places": {"en": "decimals by hand", "es": "decimales a mano"},
    "paper_first": {"en": "paper first: cover each step", "es": "primero papel: tapar cada paso"},
    "reveal_all": {"en": "Show all steps", "es": "Mostrar todos los pasos"},
    "cover_all": {"en": "Cover them again", "es": "Taparlos de nuevo"},
    "reveal_step": {"en": "Show this step", "es": "Mostrar este paso"},
    "reveal_hint": {"en": "First on paper: what do you get?", "es": "Primero en papel: ¿qué le sale?"},
    "exact_certified": {
        "en": "These are the numbers of the example, so the exact column is **certified by triplecheck**: what the page shows "
        "was just held against the certified digits, entry by entry.",
        "es": "Estos son los números del ejemplo, así que la columna exacta está **certificada por triplecheck**: lo que la "
        "página muestra se acaba de comparar, entrada a entrada, con los dígitos certificados.",
    },
    "exact_here": {
        "en": "These are your numbers: the exact column is **computed in this page**, with whole numbers and intervals rounded "
        "outward to 256 bits, and a digit is shown only where both ends of the interval agree on it (else a ?). It is **not "
        "certified** by triplecheck; `triplecheck table` does that.",
        "es": "Estos son sus números: la columna exacta se **calcula en esta página**, con enteros e intervalos redondeados "
        "hacia fuera a 256 bits, y solo se muestra un dígito si los dos extremos del intervalo coinciden en él (si no, un ?). "
        "**No está certificada** por triplecheck; eso lo hace `triplecheck table`.",
    },
    "bad_stop": {
        "en": "Nothing is computed until every number can be read.",
        "es": "No se calcula nada hasta que todos los números se puedan leer.",
    },
    "bad_empty": {"en": "there is no number here", "es": "aquí no hay ningún número"},
    "bad_letters": {
        "en": "this is no number; write for example 0.5, -2 or 1/3",
        "es": "esto no es un número; escriba por ejemplo 0,5, -2 o 1/3",
    },
    "bad_large": {
        "en": "too large or too small; at most 1000000 either way, exponents from -9 to 9",
        "es": "demasiado grande o demasiado pequeño; como mucho 1000000 con cualquier signo, exponentes de -9 a 9",
    },
    "bad_long": {"en": "too long; at most 16 characters", "es": "demasiado largo; como mucho 16 caracteres"},
    "bad_zero": {"en": "a fraction cannot have 0 below", "es": "una fracción no puede tener 0 abajo"},
    "bad_more": {"en": "and {count} more", "es": "y {count} más"},
    "column_paper": {"en": "by hand", "es": "a mano"},
    "column_exact": {"en": "exact (computed here)", "es": "exacto (calculado aquí)"},
    "column_certified": {"en": "exact (certified)", "es": "exacto (certificado)"},
    "column_float": {"en": "floats", "es": "coma flotante"},
    "paper_fine": {
        "en": "All {total} entries by hand are the exact values rounded to {places} decimals.",
        "es": "Las {total} entradas a mano son los valores exactos redondeados a {places} decimales.",
    },
    "paper_off": {
        "en": "{count} of {total} entries by hand differ from the exact value rounded to {places} decimals: the rounding of "
        "earlier steps was carried along.",
        "es": "{count} de {total} entradas a mano difieren del valor exacto redondeado a {places} decimales: arrastran el "
        "redondeo de pasos anteriores.",
    },
    "every_digit": {"en": "Every digit", "es": "Todos los dígitos"},
    "digits_entry": {"en": "entry", "es": "entrada"},
    "digits_digits": {"en": "exact, 30 decimals", "es": "exacto, 30 decimales"},
    "digits_closed": {"en": "closed form", "es": "forma cerrada"},
    "digits_float": {"en": "float", "es": "coma flotante"},
    "digits_gap": {"en": "|float − exact|", "es": "|coma flotante − exacto|"},
    "step_Q": {
        "en": "Every token's query: its row of X times W_Q.",
        "es": "La consulta de cada token: su fila de X por W_Q.",
    },
    "step_K": {
        "en": "Every token's key. W_K is not transposed here: the transpose comes in the scores.",
        "es": "La clave de cada token. W_K no se transpone aquí: la transpuesta llega en los scores.",
    },
    "step_V": {"en": "What each token has to give.", "es": "Lo que cada token tiene para dar."},
    "step_S": {
        "en": "The scores: entry [i, j] is query i times key j. Shape (T, T).",
        "es": "Los scores: la entrada [i, j] es la consulta i por la clave j. Forma (T, T).",
    },
    "step_scaled": {
        "en": "The scale keeps the variance of a score at 1 whatever d_k is (see the variance argument).",
        "es": "La escala mantiene en 1 la varianza de un score sea cual sea d_k (vea el argumento de la varianza).",
    },
    "step_masked": {
        "en": "A causal mask sets the future, j > i, to −∞.",
        "es": "La máscara causal pone el futuro, j > i, a −∞.",
    },
    "step_shifted": {
        "en": "The largest entry of each row is subtracted. The weights stay exactly the same, and no exp can overflow.",
        "es": "Se resta la mayor entrada de cada fila. Los pesos quedan exactamente iguales y ninguna exp puede desbordar.",
    },
    "step_exp": {
        "en": "Entry by entry; −∞ becomes 0, the largest of a row becomes 1.",
        "es": "Entrada a entrada; −∞ se vuelve 0 y la mayor de cada fila, 1.",
    },
    "step_sums": {"en": "One sum for each row.", "es": "Una suma por fila."},
    "step_A": {
        "en": "The weights: every row sums to 1 exactly. By hand the rounded rows may miss it by a unit.",
        "es": "Los pesos: cada fila suma exactamente 1. A mano, las filas redondeadas pueden fallar por una unidad.",
    },
    "step_Y": {"en": "Each row is an average of the rows of V.", "es": "Cada fila es una media de las filas de V."},
    "step_dA": {
        "en": "Backward: G is what comes from above. First through Y = A V.",
        "es": "Hacia atrás: G es lo que llega de arriba. Primero, a través de Y = A V.",
    },
    "step_dV": {
        "en": "Each value collects from the queries that looked at it.",
        "es": "Cada valor recoge de las consultas que lo miraron.",
    },
    "step_dS": {
        "en": "Through the softmax: the Jacobian diag(a) − a aᵀ of each row. The rows sum to 0.",
        "es": "A través del softmax: la jacobiana diag(a) − a aᵀ de cada fila. Las filas suman 0.",
    },
    "step_dQ": {
        "en": "The factor 1/√d_k of the forward pass comes back here.",
        "es": "El factor 1/√d_k del paso hacia delante vuelve aquí.",
    },
    "step_dK": {
        "en": "The same with the transpose: keys collect over queries.",
        "es": "Lo mismo con la transpuesta: las claves recogen de las consultas.",
    },
    "map_own_summary": {"en": "A as a heat map", "es": "A como mapa de calor"},
    "map_own": {"en": "Your weights A", "es": "Sus pesos A"},
    "map_scaled": {
        "en": "Weights of random queries and keys, d_k = {d}, scaled, draw {seed}",
        "es": "Pesos de consultas y claves aleatorias, d_k = {d}, con escala, sorteo {seed}",
    },
    "map_unscaled": {
        "en": "Weights of random queries and keys, d_k = {d}, not scaled, draw {seed}",
        "es": "Pesos de consultas y claves aleatorias, d_k = {d}, sin escala, sorteo {seed}",
    },
    "map_description": {
        "en": "A row for each query, a column for each key; light is a large weight, an empty box is masked.",
        "es": "Una fila por consulta, una columna por clave; lo claro es un peso grande, una casilla vacía está enmascarada.",
    },
    "map_queries": {"en": "query i", "es": "consulta i"},
    "map_keys": {"en": "key j", "es": "clave j"},
    "map_keys_help": {
        "en": "Heat map; the arrow keys move from entry to entry, and the line below reads it",
        "es": "Mapa de calor; las flechas van de entrada en entrada, y la línea de abajo la lee",
    },
    # the heat map
    "heat_title": {"en": "Try it: a causal heat map", "es": "Pruébelo: un mapa de calor causal"},
    "heat_intro": {
        "en": "Queries and keys with independent N(0, 1) entries. Take the scale away and watch rows become one-hot; take the "
        "mask away and the upper triangle fills.",
        "es": "Consultas y claves con entradas N(0, 1) independientes. Quite la escala y vea cómo las filas se quedan con un "
        "solo peso; quite la máscara y se llena el triángulo superior.",
    },
    "heat_caption": {
        "en": "T = {tokens}, d_k = {d}. Mean of the largest weight of a row: {mean}; rows with a weight above 0.95: {sharp}. "
        "Computed in this page, one random draw.",
        "es": "T = {tokens}, d_k = {d}. Media del peso mayor de una fila: {mean}; filas con un peso superior a 0.95: {sharp}. "
        "Calculado en esta página, un solo sorteo.",
    },
    "heat_weight": {
        "en": "Query {i} gives key {j} the weight {p}.",
        "es": "La consulta {i} da a la clave {j} el peso {p}.",
    },
    "heat_masked": {
        "en": "Query {i} may not see key {j}: it is masked.",
        "es": "La consulta {i} no puede ver la clave {j}: está enmascarada.",
    },
    "new_draw": {"en": "New draw", "es": "Otro sorteo"},
    # predictions
    "predict_check": {"en": "Check my prediction", "es": "Comprobar mi predicción"},
    "predict_show": {"en": "Show without predicting", "es": "Mostrar sin predecir"},
    "predict_near": {"en": "You said {given}: well predicted.", "es": "Usted dijo {given}: buena predicción."},
    "predict_far": {"en": "You said {given}: worth a second look.", "es": "Usted dijo {given}: merece otra mirada."},
    "predict_shown": {"en": "Shown.", "es": "Mostrado."},
    "predict_deviation": {
        "en": "Before the proof: q and k have 64 independent entries each, of mean 0 and variance 1. What is the standard "
        "deviation of q·k?",
        "es": "Antes de la demostración: q y k tienen 64 entradas independientes cada uno, de media 0 y varianza 1. ¿Cuál es "
        "la desviación típica de q·k?",
    },
    "answer_deviation": {
        "en": "It is {value}: the variance is d_k = 64, proved below for every d_k.",
        "es": "Es {value}: la varianza es d_k = 64, demostrado abajo para todo d_k.",
    },
    "predict_saturation": {
        "en": "Before the pictures: d_k = 64, T = 8 random keys, no scale. In how many rows out of 100 does one weight exceed "
        "0.95?",
        "es": "Antes de los dibujos: d_k = 64, T = 8 claves aleatorias, sin escala. ¿En cuántas filas de cada 100 hay un peso "
        "superior a 0.95?",
    },
    "answer_saturation": {
        "en": "In {value} (certified). With the scale it is fewer than 1 in 10000.",
        "es": "En {value} (certificado). Con la escala, en menos de 1 de cada 10000.",
    },
    "predict_gradient": {
        "en": "Before the gradient: T = 2, d_k = 64. How many times larger is the median of ‖J‖_F, the norm of the softmax "
        "Jacobian of a row, with the scale than without?",
        "es": "Antes del gradiente: T = 2, d_k = 64. ¿Cuántas veces mayor es la mediana de ‖J‖_F, la norma de la jacobiana del "
        "softmax de una fila, con la escala que sin ella?",
    },
    "answer_gradient": {
        "en": "About {value} times (both medians certified).",
        "es": "Unas {value} veces (las dos medianas, certificadas).",
    },
    # the variance argument
    "variance_title": {"en": "Why √d_k: the variance argument", "es": "Por qué √d_k: el argumento de la varianza"},
    "variance_intro": {
        "en": "The score q·k is a sum of d_k products. How large is it, typically? Every line below names the hypothesis that "
        "it uses; break one and see what is left, with a law on which the conclusion is false.",
        "es": "El score q·k es una suma de d_k productos. ¿Cómo de grande es normalmente? Cada línea nombra la hipótesis que "
        "usa; rompa una y vea qué queda, con una ley en la que la conclusión es falsa.",
    },
    "break_legend": {"en": "Which hypothesis do you break?", "es": "¿Qué hipótesis rompe?"},
    "break_none": {"en": "none: all hold", "es": "ninguna: se cumplen todas"},
    "break_independence": {
        "en": "shared coordinates: q and k not independent",
        "es": "coordenadas compartidas: q y k no independientes",
    },
    "break_zero_mean_q": {"en": "non-zero mean of q", "es": "media de q distinta de cero"},
    "break_uncorrelated": {
        "en": "correlated components, in both q and k",
        "es": "componentes correlacionadas, en q y en k",
    },
    "break_unit_variance_k": {"en": "variance of k not 1", "es": "varianza de k distinta de 1"},
    "break_uncorrelated_q": {
        "en": "correlated components, in q alone",
        "es": "componentes correlacionadas, solo en q",
    },
    "break_identical_distribution": {
        "en": "entries with different laws",
        "es": "entradas con leyes distintas",
    },
    "break_normality": {"en": "not normal", "es": "no normales"},
    "proof_title": {"en": "The proof, for every d_k", "es": "La demostración, para todo d_k"},
    "proof_checked": {
        "en": "Every line was re-checked by triplecheck's kernel under the hypothesis that it names and no other, and "
        "evaluated on finite laws for d_k = 1, 2, 3.",
        "es": "Cada línea la volvió a comprobar el núcleo de triplecheck con la hipótesis que nombra y ninguna otra, y se "
        "evaluó en leyes finitas para d_k = 1, 2, 3.",
    },
    "uses": {"en": "uses:", "es": "usa:"},
    "stuck": {
        "en": "Here it stops; d_k does not follow. What is missing:",
        "es": "Aquí se detiene; no se sigue d_k. Lo que falta:",
    },
    "rule_definition_of_the_variance": {
        "en": "definition of the variance",
        "es": "definición de la varianza",
    },
    "rule_linearity_of_E": {
        "en": "the expectation of a sum is the sum of the expectations",
        "es": "la esperanza de una suma es la suma de las esperanzas",
    },
    "rule_covariance": {
        "en": "definition of the covariance: E[xy] = Cov(x, y) + E[x] E[y]",
        "es": "definición de la covarianza: E[xy] = Cov(x, y) + E[x] E[y]",
    },
    "rule_diagonal": {
        "en": "the covariance of an entry with itself is its variance; a = b and a ≠ b apart",
        "es": "la covarianza de una entrada consigo misma es su varianza; a = b y a ≠ b por separado",
    },
    "model_title": {"en": "A law to see it on", "es": "Una ley donde verlo"},
    "hold_all": {
        "en": "All hypotheses hold, and Var(q·k) = d_k. Break one to see what it was for.",
        "es": "Todas las hipótesis se cumplen y Var(q·k) = d_k. Rompa una para ver para qué servía.",
    },
    "model_law": {"en": "The law, d_k = {d}:", "es": "La ley, d_k = {d}:"},
    "model_off": {
        "en": "Var(q·k) = {variance}, not {d}: the hypothesis is needed. (E = {mean}, E of the square = {square}.)",
        "es": "Var(q·k) = {variance}, no {d}: la hipótesis hace falta. (E = {mean}, E del cuadrado = {square}.)",
    },
    "model_fine": {
        "en": "Var(q·k) = {variance} = {d} all the same: the proof does not need it. (E = {mean}, E of the square = {square}.)",
        "es": "Var(q·k) = {variance} = {d} de todos modos: la demostración no la necesita. (E = {mean}, E del cuadrado = "
        "{square}.)",
    },
    "model_sum": {
        "en": "Outcome by outcome: Var(q·k) = {square} − ({mean})² = {variance}; with d_k = {d} the claim is {d}.",
        "es": "Caso a caso: Var(q·k) = {square} − ({mean})² = {variance}; con d_k = {d} se afirma {d}.",
    },
    "model_table": {"en": "The outcomes of the law", "es": "Los casos de la ley"},
    "probability": {"en": "probability", "es": "probabilidad"},
    "variance_scale": {
        "en": "Therefore Var(q·k / √d_k) = d_k / d_k = 1: divided by √d_k, scores keep the same spread at every width.",
        "es": "Por tanto Var(q·k / √d_k) = d_k / d_k = 1: divididos entre √d_k, los scores conservan su dispersión a cualquier "
        "anchura.",
    },
    # sliders
    "lab_title": {"en": "What the scale does to the softmax", "es": "Qué le hace la escala al softmax"},
    "lab_intro": {
        "en": "A query and T keys, entries N(0, 1). Move d_k, T and the correlation ρ between each entry of the query and the "
        "same entry of its own key (the other keys stay independent of it).",
        "es": "Una consulta y T claves, entradas N(0, 1). Mueva d_k, T y la correlación ρ entre cada entrada de la consulta y "
        "la misma entrada de su propia clave (las demás claves siguen siendo independientes).",
    },
    "lab_width": {"en": "d_k", "es": "d_k"},
    "lab_tokens": {"en": "T", "es": "T"},
    "lab_rho": {"en": "correlation ρ", "es": "correlación ρ"},
    "density_axis": {"en": "density", "es": "densidad"},
    "score_axis": {"en": "score of the query with its own key", "es": "score de la consulta con su propia clave"},
    "score_title": {"en": "The law of the score", "es": "La ley del score"},
    "score_description": {
        "en": "Histogram of simulated scores, their exact density as a solid line, the normal density of the same mean and "
        "variance as a dashed line.",
        "es": "Histograma de scores simulados, su densidad exacta como línea continua y la densidad normal de la misma media y "
        "varianza como línea discontinua.",
    },
    "score_caption": {
        "en": "Bars: 4000 draws. Solid: the exact density (a Bessel function). Dashed: a normal law with the same mean {mean} "
        "and variance {variance} (standard deviation {deviation}).",
        "es": "Barras: 4000 sorteos. Continua: la densidad exacta (una función de Bessel). Discontinua: una ley normal con la "
        "misma media {mean} y varianza {variance} (desviación típica {deviation}).",
    },
    "largest_axis": {"en": "largest weight of a row", "es": "peso mayor de una fila"},
    "largest_title": {"en": "The largest weight of a row", "es": "El peso mayor de una fila"},
    "largest_description": {
        "en": "Histogram of the largest of the T weights over 4000 simulated rows, with marks at 1/T and 0.95.",
        "es": "Histograma del mayor de los T pesos en 4000 filas simuladas, con marcas en 1/T y 0.95.",
    },
    "largest_caption": {
        "en": "Simulated: P(largest > 0.95) = {p} ± {half}, mean {mean}.",
        "es": "Simulado: P(mayor > 0.95) = {p} ± {half}, media {mean}.",
    },
    "certified_here": {
        "en": "Certified for these settings: {p}, mean {mean}.",
        "es": "Certificado para estos ajustes: {p}, media {mean}.",
    },
    "certified_none": {
        "en": "(Certified values exist for ρ = 0, d_k a power of two and T = 2, 4, 8, 16.)",
        "es": "(Hay valores certificados para ρ = 0, d_k potencia de dos y T = 2, 4, 8, 16.)",
    },
    "gradient_axis": {"en": "log₁₀ of ‖J‖ (Frobenius)", "es": "log₁₀ de ‖J‖ (Frobenius)"},
    "gradient_title": {"en": "How much gradient is left", "es": "Cuánto gradiente queda"},
    "gradient_description": {
        "en": "Histogram of the logarithm of the norm of the softmax Jacobian over 4000 simulated rows, with marks at its "
        "median and its mean.",
        "es": "Histograma del logaritmo de la norma de la jacobiana del softmax en 4000 filas simuladas, con marcas en la "
        "mediana y la media.",
    },
    "gradient_caption": {
        "en": "‖J‖_F of a row, same settings as above. Simulated mean (dashed) {mean}, median (dotted) {median}. The mean "
        "hides the death: it falls slowly while a typical row has almost nothing left.",
        "es": "‖J‖_F de una fila, con los mismos ajustes de arriba. Media simulada (discontinua) {mean}, mediana (punteada) "
        "{median}. La media oculta la muerte: baja despacio mientras a una fila típica casi no le queda nada.",
    },
    "gradient_certified": {
        "en": "Certified: mean {mean}, median {median}.",
        "es": "Certificado: media {mean}, mediana {median}.",
    },
    "median": {"en": "median", "es": "mediana"},
    "lab_how": {
        "en": "Simulated numbers come from a seeded generator (sfc32; normals by Box and Muller, |q|² by Marsaglia and Tsang), "
        "so the same settings give the same picture everywhere. ± is a 95 % confidence interval.",
        "es": "Los números simulados vienen de un generador con semilla (sfc32; normales por Box y Muller, |q|² por Marsaglia "
        "y Tsang): los mismos ajustes dan el mismo dibujo en todas partes. ± es un intervalo de confianza del 95 %.",
    },
    # the self-test
    "quiz_title": {"en": "The rules to memorise", "es": "Las reglas que memorizar"},
    "quiz_intro": {
        "en": "From memory, in under five minutes. Numbers may be decimals or fractions.",
        "es": "De memoria, en menos de cinco minutos. Los números pueden ser decimales o fracciones.",
    },
    "quiz_check": {"en": "Check", "es": "Comprobar"},
    "quiz_right": {"en": "Right.", "es": "Correcto."},
    "quiz_wrong": {"en": "Not yet. Try again.", "es": "Todavía no. Pruebe otra vez."},
    "quiz_empty": {"en": "Give an answer first.", "es": "Dé primero una respuesta."},
    "quiz_score": {"en": "Right so far: {right} of {total}.", "es": "Correctas hasta ahora: {right} de {total}."},
    "answer_number": {"en": "Your number:", "es": "Su número:"},
    "answer_shape": {"en": "The shape, such as (d_k, T):", "es": "La forma, por ejemplo (d_k, T):"},
    "quiz_equation": {"en": "Which is attention?", "es": "¿Cuál es la atención?"},
    "quiz_equation_0": {"en": "softmax(Q Kᵀ) V / √d_k", "es": "softmax(Q Kᵀ) V / √d_k"},
    "quiz_equation_1": {"en": "softmax(Q Kᵀ / √d_k) V", "es": "softmax(Q Kᵀ / √d_k) V"},
    "quiz_equation_2": {"en": "softmax(Qᵀ K / √d_k) V", "es": "softmax(Qᵀ K / √d_k) V"},
    "quiz_equation_why": {
        "en": "The scale is inside: it acts on the scores, before the softmax.",
        "es": "La escala va dentro: actúa sobre los scores, antes del softmax.",
    },
    "quiz_shape_scores": {"en": "The shape of Q Kᵀ?", "es": "¿La forma de Q Kᵀ?"},
    "quiz_shape_scores_why": {
        "en": "(T, d_k) times (d_k, T): every query against every key.",
        "es": "(T, d_k) por (d_k, T): cada consulta con cada clave.",
    },
    "quiz_shape_output": {"en": "The shape of the output?", "es": "¿La forma de la salida?"},
    "quiz_shape_output_why": {
        "en": "(T, T) times (T, d_v): a mix of value rows for each query.",
        "es": "(T, T) por (T, d_v): una mezcla de filas de valores para cada consulta.",
    },
    "quiz_variance": {
        "en": "Entries independent, mean 0, variance 1, d_k = 256. Var(q·k)?",
        "es": "Entradas independientes, media 0, varianza 1, d_k = 256. ¿Var(q·k)?",
    },
    "quiz_variance_why": {
        "en": "Var(q·k) = d_k; its standard deviation is 16.",
        "es": "Var(q·k) = d_k; su desviación típica es 16.",
    },
    "quiz_scaled_variance": {"en": "And Var(q·k / √d_k)?", "es": "¿Y Var(q·k / √d_k)?"},
    "quiz_scaled_variance_why": {
        "en": "A factor c multiplies the variance by c²: d_k / d_k.",
        "es": "Un factor c multiplica la varianza por c²: d_k / d_k.",
    },
    "quiz_not_needed": {
        "en": "Which of these does Var(q·k) = d_k not need?",
        "es": "¿Cuál de estas no necesita Var(q·k) = d_k?",
    },
    "quiz_not_needed_0": {"en": "q independent of k", "es": "q independiente de k"},
    "quiz_not_needed_1": {"en": "mean 0", "es": "media 0"},
    "quiz_not_needed_2": {"en": "normal entries", "es": "entradas normales"},
    "quiz_not_needed_why": {
        "en": "Only means, variances and covariances enter: fair coins do as well.",
        "es": "Solo entran medias, varianzas y covarianzas: también valen monedas justas.",
    },
    "quiz_equal_scores": {
        "en": "Two equal scores s, s. The first weight of their softmax?",
        "es": "Dos scores iguales s, s. ¿El primer peso de su softmax?",
    },
    "quiz_equal_scores_why": {
        "en": "(1/2, 1/2), whatever s is; never (1, 0).",
        "es": "(1/2, 1/2), sea cual sea s; nunca (1, 0).",
    },
    "quiz_max": {
        "en": "What does subtracting the row maximum change?",
        "es": "¿Qué cambia al restar el máximo de la fila?",
    },
    "quiz_max_0": {
        "en": "nothing in the weights; exp can no longer overflow",
        "es": "nada en los pesos; exp ya no puede desbordar",
    },
    "quiz_max_1": {"en": "the weights become more uniform", "es": "los pesos se vuelven más uniformes"},
    "quiz_max_2": {"en": "the largest weight becomes 1", "es": "el peso mayor se vuelve 1"},
    "quiz_max_why": {
        "en": "The factor exp(−m) cancels between numerator and denominator.",
        "es": "El factor exp(−m) se cancela entre numerador y denominador.",
    },
    "quiz_code_scores": {"en": "The line for the scores in NumPy?", "es": "¿La línea de los scores en NumPy?"},
    "quiz_code_scores_0": {"en": "`Q * K.T / np.sqrt(d_k)`", "es": "`Q * K.T / np.sqrt(d_k)`"},
    "quiz_code_scores_1": {"en": "`Q @ K.T / np.sqrt(d_k)`", "es": "`Q @ K.T / np.sqrt(d_k)`"},
    "quiz_code_scores_2": {"en": "`Q @ K / np.sqrt(d_k)`", "es": "`Q @ K / np.sqrt(d_k)`"},
    "quiz_code_scores_why": {
        "en": "`@` is the matrix product; `*` goes entry by entry.",
        "es": "`@` es el producto de matrices; `*` va entrada a entrada.",
    },
    "quiz_code_sum": {
        "en": "And the line that turns `exp` into weights?",
        "es": "¿Y la línea que convierte `exp` en pesos?",
    },
    "quiz_code_sum_0": {"en": "`exp / exp.sum()`", "es": "`exp / exp.sum()`"},
    "quiz_code_sum_1": {
        "en": "`exp / exp.sum(axis=0, keepdims=True)`",
        "es": "`exp / exp.sum(axis=0, keepdims=True)`",
    },
    "quiz_code_sum_2": {
        "en": "`exp / exp.sum(axis=-1, keepdims=True)`",
        "es": "`exp / exp.sum(axis=-1, keepdims=True)`",
    },
    "quiz_code_sum_why": {
        "en": "Rows sum to 1: the sum runs along the last axis, over the keys.",
        "es": "Las filas suman 1: la suma recorre el último eje, las claves.",
    },
    "quiz_order": {"en": "In which order?", "es": "¿En qué orden?"},
    "quiz_order_0": {"en": "scores, softmax, mask, scale, times V", "es": "scores, softmax, máscara, escala, por V"},
    "quiz_order_1": {"en": "scores, mask, softmax, scale, times V", "es": "scores, máscara, softmax, escala, por V"},
    "quiz_order_2": {"en": "scores, scale, mask, softmax, times V", "es": "scores, escala, máscara, softmax, por V"},
    "quiz_order_why": {
        "en": "The scale and the mask both act before the softmax; a mask after it would leave rows that do not sum to 1.",
        "es": "La escala y la máscara actúan antes del softmax; una máscara después dejaría filas que no suman 1.",
    },
    "quiz_backward": {
        "en": "Z is the softmax's input, A = softmax(Z). Then ∂L/∂Z is",
        "es": "Z es la entrada del softmax, A = softmax(Z). Entonces ∂L/∂Z es",
    },
    "quiz_backward_0": {
        "en": "A ⊙ (∂L/∂A − row sums of A ⊙ ∂L/∂A)",
        "es": "A ⊙ (∂L/∂A − sumas por filas de A ⊙ ∂L/∂A)",
    },
    "quiz_backward_1": {
        "en": "A ⊙ (∂L/∂A + row sums of A ⊙ ∂L/∂A)",
        "es": "A ⊙ (∂L/∂A + sumas por filas de A ⊙ ∂L/∂A)",
    },
    "quiz_backward_2": {"en": "A ⊙ (1 − A) ⊙ ∂L/∂A", "es": "A ⊙ (1 − A) ⊙ ∂L/∂A"},
    "quiz_backward_why": {
        "en": "The Jacobian of a row is diag(a) − a aᵀ, so each row of ∂L/∂Z sums to 0.",
        "es": "La jacobiana de una fila es diag(a) − a aᵀ, así que cada fila de ∂L/∂Z suma 0.",
    },
    "quiz_gradient": {"en": "And ∂L/∂Q is", "es": "Y ∂L/∂Q es"},
    "quiz_gradient_0": {"en": "∂L/∂Z K", "es": "∂L/∂Z K"},
    "quiz_gradient_1": {"en": "∂L/∂Z K / √d_k", "es": "∂L/∂Z K / √d_k"},
    "quiz_gradient_2": {"en": "∂L/∂Zᵀ K / √d_k", "es": "∂L/∂Zᵀ K / √d_k"},
    "quiz_gradient_why": {
        "en": "The scale of the forward pass survives the backward pass.",
        "es": "La escala del paso hacia delante sobrevive al paso hacia atrás.",
    },
    "quiz_two_tokens": {
        "en": "The two-token example, no mask, scaled: Y[0, 0] to three decimals?",
        "es": "El ejemplo de dos tokens, sin máscara y con escala: ¿Y[0, 0] con tres decimales?",
    },
    "quiz_two_tokens_why": {
        "en": "2 / (1 + e^(√2/2)) = 0.66047…, checked against the certified digits.",
        "es": "2 / (1 + e^(√2/2)) = 0.66047…, comparado con los dígitos certificados.",
    },
    "five_lines": {"en": "The five lines of NumPy, to compare", "es": "Las cinco líneas de NumPy, para comparar"},
    # the self-check
    "check_title": {"en": "Does this page compute right?", "es": "¿Calcula bien esta página?"},
    "check_intro": {
        "en": "When it opens, the page holds its own arithmetic against tables that triplecheck's exact engine certified and "
        "that travel in this file. That tests the page's script; it certifies none of your own numbers.",
        "es": "Al abrirse, la página compara su propia aritmética con tablas que certificó el motor exacto de triplecheck y "
        "que viajan en este archivo. Eso pone a prueba el script de la página; no certifica ninguno de sus números.",
    },
    "check_passed": {"en": "Everything agrees.", "es": "Todo coincide."},
    "check_failed": {
        "en": "Something differs: do not trust the numbers of this page.",
        "es": "Algo difiere: no se fíe de los números de esta página.",
    },
    "check_intervals": {
        "en": "Exact column: {agreeing} of {compared} entries agree with every certified digit.",
        "es": "Columna exacta: {agreeing} de {compared} entradas coinciden en todos los dígitos certificados.",
    },
    "check_floats": {
        "en": "Float column: {agreeing} of {compared} entries within 64 units of 2⁻⁵³ of the certified value.",
        "es": "Columna de coma flotante: {agreeing} de {compared} entradas a menos de 64 unidades de 2⁻⁵³ del valor "
        "certificado.",
    },
    "check_laws": {
        "en": "Intervals: {agreeing} of {compared} results hold what they must hold (fractions, certified exponentials).",
        "es": "Intervalos: {agreeing} de {compared} contienen lo que deben (fracciones, exponenciales certificadas).",
    },
    "check_norms": {
        "en": "Norm of the Jacobian: {agreeing} of {compared} values agree to twelve digits, the smallest near 10⁻¹³⁰.",
        "es": "Norma de la jacobiana: {agreeing} de {compared} valores coinciden en doce dígitos, el menor cerca de 10⁻¹³⁰.",
    },
    "check_variance": {
        "en": "Variance on the laws: {agreeing} of {compared} agree exactly.",
        "es": "Varianza en las leyes: {agreeing} de {compared} coinciden exactamente.",
    },
    "check_density": {
        "en": "Density of the score: {agreeing} of {compared} values agree to ten digits.",
        "es": "Densidad del score: {agreeing} de {compared} valores coinciden en diez dígitos.",
    },
    "check_draws": {
        "en": "Simulations: {agreeing} of {compared} means lie within five standard errors of the certified ones.",
        "es": "Simulaciones: {agreeing} de {compared} medias están a menos de cinco errores típicos de las certificadas.",
    },
}
