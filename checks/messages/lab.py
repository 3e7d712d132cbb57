"""The prose of the lab's files, and what is wrong with a student's."""

MESSAGES = {
    "paper_title": {"en": "Attention by hand: two tokens, one head", "es": "Atención a mano: dos tokens, una cabeza"},
    "paper_intro": {
        "en": "One head with d_k = 2, no mask. Every matrix is written out with all its entries, and every decimal is the "
        "correct rounding of the exact value.",
        "es": "Una sola cabeza con d_k = 2, sin máscara. Cada matriz se escribe con todas sus entradas, y cada decimal es "
        "el redondeo correcto del valor exacto.",
    },
    "queries": {"en": "Queries", "es": "Las queries"},
    "keys": {"en": "Keys", "es": "Las keys"},
    "values": {"en": "Values", "es": "Los values"},
    "scores": {"en": "Scores", "es": "Los scores"},
    "scaled": {"en": "Scaled scores", "es": "Los scores escalados"},
    "row_0": {"en": "Softmax of row 0, the row's maximum subtracted", "es": "Softmax de la fila 0, restado su máximo"},
    "row_1": {"en": "Softmax of row 1, in the same way", "es": "Softmax de la fila 1, de la misma manera"},
    "row": {"en": "Row {row}:", "es": "Fila {row}:"},
    "weights": {"en": "Both rows together are the weights:", "es": "Las dos filas juntas son los pesos:"},
    "output": {"en": "The output", "es": "La salida"},
    "paper_exact": {
        "en": "With t = exp(√2/2) the weights are exactly 1/(1 + t) and t/(1 + t).",
        "es": "Con t = exp(√2/2) los pesos son exactamente 1/(1 + t) y t/(1 + t).",
    },
    "readme_paper": {
        "en": "The derivation on paper and the NumPy code agree: the largest difference of an entry of Y is {difference}, "
        "where less than {tolerance} was asked. What is left is the rounding of the paper to {places} decimals.",
        "es": "La derivación en papel y el código de NumPy coinciden: la mayor diferencia de una entrada de Y es "
        "{difference}, cuando se pedía menos de {tolerance}. Lo que queda es el redondeo del papel a {places} decimales.",
    },
    "readme_runs": {
        "en": "With d_k = {width} and {tokens} tokens (seed {seed}) the largest weight is {scaled} with the scores divided "
        "by sqrt(d_k) and {unscaled} without; unscaled, {above} of the {tokens} rows have a weight above {threshold}.",
        "es": "Con d_k = {width} y {tokens} tokens (semilla {seed}) el peso mayor es {scaled} con los scores divididos por "
        "sqrt(d_k) y {unscaled} sin dividir; sin escalar, {above} de las {tokens} filas tienen un peso mayor que "
        "{threshold}.",
    },
    "readme_odds": {
        "en": "How typical is that? In {texts} simulated texts (seed {seed}; estimates, with their 95 % intervals) an "
        "unscaled row has a weight above {threshold} with probability {row}, and all {tokens} rows at once with "
        "probability {all_rows}: a tendency, not a rule. Scaled, the largest weight of a row is {largest} on average, not "
        "1/T = {uniform}; it stays within a tenth of 1/T with probability {near} only. Were the queries independent of the "
        "keys, those would be {exact_row} for a row and {exact_largest} on average (certified, all digits right).",
        "es": "¿Es lo habitual? En {texts} textos simulados (semilla {seed}; estimaciones, con su intervalo del 95 %) una "
        "fila sin escalar tiene un peso mayor que {threshold} con probabilidad {row}, y las {tokens} filas a la vez con "
        "probabilidad {all_rows}: una tendencia, no una regla. Con escalado, el peso mayor de una fila es {largest} en media, "
        "no 1/T = {uniform}; queda a menos de una décima parte de 1/T solo con probabilidad {near}. Si las queries fueran "
        "independientes de las keys, serían {exact_row} para una fila y {exact_largest} en media (certificado, con todas "
        "las cifras correctas).",
    },
    "made": {
        "en": "{folder}: six files. Largest difference of paper and code {difference}; largest weight with d_k = {width}: "
        "{scaled} scaled, {unscaled} unscaled ({above} of {tokens} rows above {threshold}).",
        "es": "{folder}: seis ficheros. Mayor diferencia entre papel y código {difference}; peso mayor con d_k = {width}: "
        "{scaled} con escalado, {unscaled} sin él ({above} de {tokens} filas por encima de {threshold}).",
    },
    "not_empty": {
        "en": "{folder} holds {name} already; name another folder, or pass --overwrite",
        "es": "{folder} ya contiene {name}; nombre otra carpeta o añada --overwrite",
    },
    "unwritable": {"en": "cannot write into {folder}: {reason}", "es": "no se puede escribir en {folder}: {reason}"},
    "failed": {"en": "the lab's code did not run: {reason}", "es": "el código del lab no funcionó: {reason}"},
    "run_alone": {
        "en": "--run goes with --check: making the lab runs its own code anyway",
        "es": "--run va con --check: al hacer el lab su propio código se ejecuta de todos modos",
    },
    "no_folder": {"en": "{folder} is not a folder", "es": "{folder} no es una carpeta"},
    "accepted": {"en": "{folder}: all six files are right", "es": "{folder}: los seis ficheros están bien"},
    "refused": {"en": "{folder}: {count} faults", "es": "{folder}: {count} faltas"},
    "fault": {"en": "  {file}: {sentence}", "es": "  {file}: {sentence}"},
    "fault_missing": {"en": "is missing", "es": "falta"},
    "fault_unreadable": {"en": "cannot be read: {reason}", "es": "no se puede leer: {reason}"},
    "fault_empty": {"en": "is empty", "es": "está vacío"},
    "fault_number": {
        "en": "line {line}: {printed} is not right; {about} is {truth}",
        "es": "línea {line}: {printed} no es correcto; {about} es {truth}",
    },
    "fault_formula": {
        "en": "line {line}: {printed} is not true",
        "es": "línea {line}: {printed} no es cierto",
    },
    "fault_entries": {
        "en": "the entries of {name} do not stand there; they are {entries}",
        "es": "no figuran las entradas de {name}; son {entries}",
    },
    "fault_precise": {
        "en": "Y is there, but not to {tolerance}: {entries}",
        "es": "Y figura, pero no con {tolerance}: {entries}",
    },
    "fault_syntax": {"en": "line {line} is not Python: {reason}", "es": "la línea {line} no es Python: {reason}"},
    "fault_import": {
        "en": "imports {name}; the lab is done with NumPy alone",
        "es": "importa {name}; el lab se hace solo con NumPy",
    },
    "fault_function": {
        "en": "neither defines nor imports single_head_attention",
        "es": "no define ni importa single_head_attention",
    },
    "fault_signature": {
        "en": "single_head_attention takes {found}, not Q, K, V, mask=None",
        "es": "single_head_attention recibe {found}, no Q, K, V, mask=None",
    },
    "fault_lines": {
        "en": "the body of single_head_attention has {found} lines; at most {most}",
        "es": "el cuerpo de single_head_attention tiene {found} líneas; como mucho {most}",
    },
    "fault_unstable": {
        "en": "the softmax does not subtract the row's maximum",
        "es": "el softmax no resta el máximo de la fila",
    },
    "fault_call": {"en": "never calls {name}", "es": "nunca llama a {name}"},
    "fault_input": {
        "en": "{name} is {found}; the example has {wanted}",
        "es": "{name} es {found}; el ejemplo tiene {wanted}",
    },
    "fault_no_input": {"en": "sets no {name} as an array", "es": "no fija {name} como array"},
    "fault_width": {"en": "has no run with d_k = {width}", "es": "no tiene la ejecución con d_k = {width}"},
    "fault_both": {
        "en": "the true Y stands there {count} times within {tolerance}; paper and code make two",
        "es": "la Y verdadera figura {count} veces con {tolerance}; papel y código hacen dos",
    },
    "fault_json": {"en": "is not JSON: {reason}", "es": "no es JSON: {reason}"},
    "fault_field": {"en": "{name} is {found}; wanted: {wanted}", "es": "{name} es {found}; se pide: {wanted}"},
    "fault_difference": {
        "en": "max_abs_diff_paper_vs_code is {found}, not below {tolerance}",
        "es": "max_abs_diff_paper_vs_code es {found}, no menos de {tolerance}",
    },
    "fault_unseen": {
        "en": "{name} is {found}, which verify_output.txt does not show to two figures",
        "es": "{name} es {found}, y verify_output.txt no lo muestra con dos cifras",
    },
    "fault_order": {
        "en": "unscaled {unscaled} is not above scaled {scaled}; dividing the scores always lowers the largest weight",
        "es": "sin escalar {unscaled} no supera a escalado {scaled}; dividir los scores siempre baja el peso mayor",
    },
    "fault_words": {
        "en": "has {found} words; two findings take at least {least}",
        "es": "tiene {found} palabras; dos hallazgos piden al menos {least}",
    },
    "fault_finding": {"en": "says nothing of {name}", "es": "no dice nada de {name}"},
    "fault_run": {"en": "ended with status {status}: {reason}", "es": "terminó con el estado {status}: {reason}"},
    "fault_time": {"en": "did not end within {seconds} seconds", "es": "no terminó en {seconds} segundos"},
    "fault_stale": {
        "en": "a fresh run of verify.py prints other numbers ({found} where it says {told})",
        "es": "una ejecución nueva de verify.py imprime otros números ({found} donde dice {told})",
    },
    "finding_paper": {"en": "the difference of paper and code", "es": "la diferencia entre papel y código"},
    "finding_scale": {"en": "the scale and saturation", "es": "el escalado y la saturación"},
    "note_saturation": {
        "en": "note: the largest unscaled weight is {found}, not above {threshold}; that is no fault: of two tokens a row "
        "exceeds {threshold} with probability {odds} only (simulated)",
        "es": "nota: el peso mayor sin escalar es {found}, no mayor que {threshold}; no es una falta: con dos tokens una "
        "fila supera {threshold} solo con probabilidad {odds} (simulada)",
    },
}
