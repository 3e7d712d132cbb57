"""The words around a proof."""

MESSAGES = {
    "sizes": {"en": "for all sizes {sizes} ≥ 1", "es": "para todos los tamaños {sizes} ≥ 1"},
    "no_sizes": {"en": "for all numbers", "es": "para todos los números"},
    "indices": {"en": "and all indices {indices}", "es": "y todos los índices {indices}"},
    "where": {"en": "where", "es": "donde"},
    "assuming": {"en": "assuming", "es": "suponiendo"},
    "wherever": {"en": "wherever", "es": "siempre que"},
    "proof": {"en": "Proof", "es": "Demostración"},
    "rules": {"en": "Rules", "es": "Reglas"},
    "by": {"en": "{rule}", "es": "{rule}"},
    "by_uses": {"en": "{rule} ({uses})", "es": "{rule} ({uses})"},
    "kernel_rules": {"en": "in detail: {rules}", "es": "en detalle: {rules}"},
    "normal_form": {"en": "normal form: {form}", "es": "forma normal: {form}"},
    "checked": {
        "en": "Checked: each step by the kernel for all sizes, and {values} exact values at (T, d) = {sizes}.",
        "es": "Comprobado: cada paso por el núcleo para todos los tamaños, y {values} valores exactos en (T, d) = {sizes}.",
    },
    "checked_laws": {
        "en": "Checked: each step by the kernel for all sizes under the hypotheses that it names and no others, and"
        " {values} exact values on finite laws that satisfy them, d_k = {sizes}.",
        "es": "Comprobado: cada paso por el núcleo para todos los tamaños con las hipótesis que nombra y ninguna más,"
        " y {values} valores exactos en leyes finitas que las cumplen, d_k = {sizes}.",
    },
    "mask": {"en": "{name} is a mask: its entries are 0 or 1", "es": "{name} es una máscara: sus entradas son 0 o 1"},
    "causal": {
        "en": "{name} is a mask with ones on its diagonal: its entries are 0 or 1 and {entry} = 1",
        "es": "{name} es una máscara con unos en la diagonal: sus entradas son 0 o 1 y {entry} = 1",
    },
    "positive_tensor": {"en": "{name} > 0", "es": "{name} > 0"},
    "symmetric_tensor": {"en": "{name} is symmetric", "es": "{name} es simétrica"},
    "partition": {"en": "{whole} is {parts}, one after the other", "es": "{whole} es {parts}, uno tras otro"},
    "nonzero": {"en": "{subject} ≠ 0", "es": "{subject} ≠ 0"},
    "unmasked": {
        "en": "each row has an unmasked entry, so that {subject} ≠ 0",
        "es": "cada fila tiene una entrada sin enmascarar, de modo que {subject} ≠ 0",
    },
    "positive": {"en": "{subject} > 0", "es": "{subject} > 0"},
    "nonnegative": {"en": "{subject} ≥ 0", "es": "{subject} ≥ 0"},
    "failing": {"en": "What each assumption does, and what if it fails", "es": "Qué hace cada supuesto, y qué pasa si falla"},
    "used_in_line": {"en": "used in line {lines}", "es": "se usa en la línea {lines}"},
    "used_in_lines": {"en": "used in lines {lines}", "es": "se usa en las líneas {lines}"},
    "replaced": {
        "en": "If it fails, the equality still follows, from {names} in its place.",
        "es": "Si falla, la igualdad se sigue igualmente, con {names} en su lugar.",
    },
    "not_missed": {
        "en": "If it fails, the equality still holds: the kernel proves it for any {name}, wherever {conditions}.",
        "es": "Si falla, la igualdad sigue valiendo: el núcleo la demuestra para {name} cualquiera, siempre que {conditions}.",
    },
    "not_missed_at_all": {
        "en": "If it fails, the equality still holds: the kernel proves it without.",
        "es": "Si falla, la igualdad sigue valiendo: el núcleo la demuestra sin él.",
    },
    "left_out": {
        "en": "If it fails, because one part of {whole} lies in neither block, the equality is false. Counterexample with"
        " one entry in each block and one outside: {entries}; the left side is {left}, the right side {right}{place}.",
        "es": "Si falla, porque una parte de {whole} no está en ningún bloque, la igualdad es falsa. Contraejemplo con una"
        " entrada en cada bloque y una fuera: {entries}; el lado izquierdo es {left}, el derecho {right}{place}.",
    },
    "false_at": {
        "en": "If it fails, the equality is false. Counterexample, {sizes}: {entries}; the left side is {left}, the right"
        " side {right}{place}.",
        "es": "Si falla, la igualdad es falsa. Contraejemplo, {sizes}: {entries}; el lado izquierdo es {left}, el derecho"
        " {right}{place}.",
    },
    "at": {"en": " (at {indices})", "es": " (en {indices})"},
    "stays_open": {
        "en": "If it fails: neither a proof nor a counterexample was found in the time given.",
        "es": "Si falla: no se encontró ni demostración ni contraejemplo en el tiempo dado.",
    },
    "law_fails": {
        "en": "If it fails, the equality is false. Counter-model, d_k = {d}: {law}. Every other assumption holds exactly,"
        " and {symbol} = {value}, not {claimed}.",
        "es": "Si falla, la igualdad es falsa. Contramodelo, d_k = {d}: {law}. Todos los demás supuestos se cumplen"
        " exactamente, y {symbol} = {value}, no {claimed}.",
    },
    "fails_nonzero": {
        "en": "Where it fails, something is divided by 0: a side of the equality has no value, and nothing is claimed.",
        "es": "Donde falla se divide entre 0: un lado de la igualdad no tiene valor, y no se afirma nada.",
    },
    "fails_unmasked": {
        "en": "Where it fails, a whole row is masked: its softmax is 0/0 and has no value, and nothing is claimed.",
        "es": "Donde falla, una fila entera está enmascarada: su softmax es 0/0 y no tiene valor, y no se afirma nada.",
    },
    "fails_positive": {
        "en": "Where it fails, the root or logarithm of a number that is not positive is taken, or divided by: a side has no"
        " real value, and nothing is claimed.",
        "es": "Donde falla se toma la raíz o el logaritmo de un número que no es positivo, o se divide entre ella: un lado no"
        " tiene valor real, y no se afirma nada.",
    },
    "fails_nonnegative": {
        "en": "Where it fails, the root of a negative number is taken: a side has no real value, and nothing is claimed.",
        "es": "Donde falla se toma la raíz de un número negativo: un lado no tiene valor real, y no se afirma nada.",
    },
    "the_kernel": {"en": "what the kernel did", "es": "qué hizo el núcleo"},
    "contents": {"en": "Theorems", "es": "Teoremas"},
    "document": {"en": "Proofs", "es": "Demostraciones"},
    "needs_teach": {
        "en": "--format html needs latex2mathml; this installs it: pip install latex2mathml",
        "es": "--format html necesita latex2mathml; se instala con: pip install latex2mathml",
    },
    "unknown": {
        "en": "no theorem is called '{name}'; the nearest: {near}. `triplecheck prove` lists them all",
        "es": "ningún teorema se llama '{name}'; los más parecidos: {near}. `triplecheck prove` los enumera",
    },
    "name_and_all": {
        "en": "give one theorem or --all, not both",
        "es": "indique un teorema o --all, no ambos",
    },
    "list_format": {
        "en": "--format {format} needs a theorem or --all",
        "es": "--format {format} necesita un teorema o --all",
    },
    "export_alone": {
        "en": "--export takes one theorem, and no --format, --hypotheses or --without",
        "es": "--export toma un teorema, sin --format, --hypotheses ni --without",
    },
    "output_alone": {"en": "--output goes with --export", "es": "--output acompaña a --export"},
    "not_exported": {
        "en": "{name} cannot be written for Coq yet; these can: {names}",
        "es": "{name} aún no se puede escribir para Coq; estos sí: {names}",
    },
    "not_written": {"en": "{path} cannot be written: {reason}", "es": "no se puede escribir {path}: {reason}"},
    "not_replayed": {
        "en": "the proof of {name} does not replay, so it is not shown: {reason}",
        "es": "la demostración de {name} no se reproduce, así que no se muestra: {reason}",
    },
    "hint": {
        "en": "Show one:  triplecheck prove NAME        all of them, with times:  triplecheck prove --all",
        "es": "Ver uno:  triplecheck prove NOMBRE        todos, con tiempos:  triplecheck prove --all",
    },
    "total": {
        "en": "{count} theorems proved and replayed in {seconds:.2f} s",
        "es": "{count} teoremas demostrados y reproducidos en {seconds:.2f} s",
    },
    "not_random": {
        "en": "{name} has no hypotheses on random entries; they belong to {names}",
        "es": "{name} no tiene hipótesis sobre entradas aleatorias; las tienen {names}",
    },
    "without_one": {
        "en": "--without and --hypotheses need one theorem on random scores: {names}",
        "es": "--without e --hypotheses necesitan un teorema sobre scores aleatorios: {names}",
    },
    "roles_format": {
        "en": "--hypotheses prints text only",
        "es": "--hypotheses solo imprime texto",
    },
    "unknown_hypothesis": {
        "en": "no hypothesis is called '{name}'; there are: {names}",
        "es": "ninguna hipótesis se llama '{name}'; las hay: {names}",
    },
    "still_follows": {
        "en": "Without {dropped}, {claim} still follows:",
        "es": "Sin {dropped}, {claim} se sigue igualmente:",
    },
    "does_not_follow": {
        "en": "Without {dropped}, {claim} does not follow.",
        "es": "Sin {dropped}, {claim} no se sigue.",
    },
    "countermodel": {
        "en": "Counter-model, d_k = {d}: {law}. Every other hypothesis{but} holds exactly, and {symbol} = {value}, not"
        " {claimed}.",
        "es": "Contramodelo, d_k = {d}: {law}. Todas las demás hipótesis{but} se cumplen exactamente, y"
        " {symbol} = {value}, no {claimed}.",
    },
    "but": {"en": " but {names}", "es": " salvo {names}"},
    "no_countermodel": {
        "en": "No counter-model is at hand: whether it is true stays open.",
        "es": "No hay contramodelo a mano: si es verdad queda abierto.",
    },
    "remaining": {
        "en": "What the other hypotheses give:",
        "es": "Lo que dan las demás hipótesis:",
    },
    "probability": {"en": "probability", "es": "probabilidad"},
    "sufficient": {
        "en": "Smallest sets of hypotheses that prove {claim}, found by search:",
        "es": "Conjuntos mínimos de hipótesis que demuestran {claim}, hallados por búsqueda:",
    },
    "needed": {
        "en": "needed; without it (d_k = {d}): {law}, {symbol} = {value}",
        "es": "necesaria; sin ella (d_k = {d}): {law}, {symbol} = {value}",
    },
    "one_of": {
        "en": "needed for one of q and k; without either (d_k = {d}): {law}, {symbol} = {value}",
        "es": "necesaria para uno de q y k; sin ninguna (d_k = {d}): {law}, {symbol} = {value}",
    },
    "not_needed": {"en": "not needed", "es": "no hace falta"},
}
