"""What is wrong with the numbers of a problem: one sentence each, naming the matrix, the place and the shapes."""

MESSAGES = {
    "at": {"en": "{source}: {sentence}", "es": "{source}: {sentence}"},
    "empty": {"en": "{name} is empty", "es": "{name} está vacía"},
    "ragged": {
        "en": "{name} is ragged: row {row} has {found} entries, row 0 has {wanted}",
        "es": "{name} no es rectangular: la fila {row} tiene {found} entradas y la fila 0 tiene {wanted}",
    },
    "product": {
        "en": "{left} of shape {left_shape} and {right} of shape {right_shape} cannot be multiplied",
        "es": "{left}, de forma {left_shape}, y {right}, de forma {right_shape}, no se pueden multiplicar",
    },
    "keys": {
        "en": "K of shape {left_shape} and V of shape {right_shape} differ in their number of rows",
        "es": "K, de forma {left_shape}, y V, de forma {right_shape}, tienen distinto número de filas",
    },
    "shape": {
        "en": "{name} has shape {found}; here it must be {wanted}",
        "es": "{name} tiene la forma {found}; aquí ha de ser {wanted}",
    },
    "missing": {
        "en": "missing: {name} (a problem has X, W_Q, W_K, W_V, or else Q, K, V)",
        "es": "falta: {name} (un problema tiene X, W_Q, W_K, W_V o bien Q, K, V)",
    },
    "double": {
        "en": "{name} given beside X and its weights: which is meant?",
        "es": "{name} aparece junto a X y sus pesos: ¿cuál vale?",
    },
    "masked_row": {
        "en": "mask: row {row} is fully masked, so its softmax is 0/0",
        "es": "mask: la fila {row} está enmascarada entera, así que su softmax es 0/0",
    },
    "causal": {
        "en": "mask causal needs as many queries as keys, not {queries} and {keys}; give the mask as a matrix",
        "es": "la máscara causal pide tantas queries como keys, no {queries} y {keys}; dé la máscara como matriz",
    },
    "mask_name": {
        "en": "mask '{name}' is not known; it is causal, none or a matrix",
        "es": "no hay máscara '{name}'; es causal, none o una matriz",
    },
    "mixed_mask": {
        "en": "mask mixes true/false with numbers",
        "es": "mask mezcla true/false con números",
    },
    "classes": {
        "en": "classes: cross-entropy needs {rows} numbers from 0 to {last}, one a row, not {found}",
        "es": "classes: la entropía cruzada pide {rows} números de 0 a {last}, uno por fila, no {found}",
    },
    "loss": {
        "en": "loss '{name}' is not known; there are sum, mean, squared, mse, cross-entropy",
        "es": "no hay pérdida '{name}'; hay sum, mean, squared, mse, cross-entropy",
    },
    "two_losses": {"en": "both G and a loss are given: which is meant?", "es": "hay G y una pérdida: ¿cuál vale?"},
    "not_finite": {"en": "{where} is {found}", "es": "{where} es {found}"},
    "number": {"en": "{where} is not a number: '{found}'", "es": "{where} no es un número: '{found}'"},
    "too_long": {
        "en": "{where} has {length} characters; a number may have {limit}",
        "es": "{where} tiene {length} caracteres; un número puede tener {limit}",
    },
    "exponent": {
        "en": "{where}: the exponent of {found} is beyond {limit}",
        "es": "{where}: el exponente de {found} pasa de {limit}",
    },
    "unknown_name": {"en": "'{name}' is not known; known: {known}", "es": "no se conoce '{name}'; se conocen: {known}"},
    "twice": {"en": "{name} is given twice", "es": "{name} aparece dos veces"},
    "not_rows": {"en": "{name} is not a list of rows", "es": "{name} no es una lista de filas"},
    "dimensions": {
        "en": "{name} is not a matrix (two dimensions; slice batches and heads first)",
        "es": "{name} no es una matriz (dos dimensiones; separe antes lotes y cabezas)",
    },
    "setting": {"en": "{name} cannot be '{found}'", "es": "{name} no puede ser '{found}'"},
    "stray_row": {
        "en": "the row '{found}' stands under no name",
        "es": "la fila '{found}' no está bajo ningún nombre",
    },
    "dtype": {
        "en": "{name} has dtype {dtype}; wanted are floats, integers or booleans",
        "es": "{name} tiene el dtype {dtype}; han de ser flotantes, enteros o booleanos",
    },
    "encoding": {"en": "not UTF-8 text", "es": "no es texto UTF-8"},
    "json": {"en": "not JSON: {reason}", "es": "no es JSON: {reason}"},
    "json_object": {
        "en": "the JSON is not an object of named matrices",
        "es": "el JSON no es un objeto de matrices con nombre",
    },
    "npz": {"en": "not a readable NumPy file: {reason}", "es": "no es un fichero de NumPy legible: {reason}"},
    "pickled": {
        "en": "holds pickled objects, which are never opened; save plain arrays",
        "es": "contiene objetos pickle, que nunca se abren; guarde arrays simples",
    },
    "file_size": {
        "en": "{size} bytes; at most {limit} are read",
        "es": "{size} bytes; se leen como mucho {limit}",
    },
    "binary": {
        "en": "--binary reads the binary numbers of an .npz; {suffix} holds decimals, exact already",
        "es": "--binary lee los números binarios de un .npz; {suffix} trae decimales, ya exactos",
    },
    "work": {
        "en": "T_q {queries}, T_k {keys}, d_k {inner}, d_v {outer}: {work} exact products, beyond --limit {limit}",
        "es": "T_q {queries}, T_k {keys}, d_k {inner}, d_v {outer}: {work} productos, más que --limit {limit}",
    },
    "spread": {
        "en": "row {row} of {step} spans more than {spread}; beyond {limit} the softmax has too many zeros",
        "es": "la fila {row} de {step} abarca más de {spread}; más allá de {limit} el softmax tiene demasiados ceros",
    },
    "engine_size": {
        "en": "{engine} is asked only up to size {limit}, and this is {size}",
        "es": "a {engine} solo se le pregunta hasta el tamaño {limit}, y este es {size}",
    },
    "engine": {"en": "no engine '{name}'; there are {known}", "es": "no hay motor '{name}'; hay {known}"},
    "no_step": {
        "en": "no step '{name}' here; there are {known}",
        "es": "aquí no hay paso '{name}'; hay {known}",
    },
    "closed_size": {
        "en": "closed forms are made up to size {limit}, and this is {size}",
        "es": "las formas cerradas se hacen hasta el tamaño {limit}, y este es {size}",
    },
    "directory": {"en": "is a directory", "es": "es un directorio"},
    "suffix": {
        "en": "cannot tell what kind of file this is; known: {known}",
        "es": "no se sabe qué clase de fichero es; se conocen: {known}",
    },
    "unreadable": {"en": "cannot be read: {reason}", "es": "no se puede leer: {reason}"},
    "no_file": {
        "en": "no such file, and no such example (there are {examples})",
        "es": "no hay tal fichero ni tal ejemplo (hay {examples})",
    },
    "document": {"en": "cannot be read as a document: {reason}", "es": "no se puede leer como documento: {reason}"},
    "document_givens": {
        "en": "the document gives no numbers for {missing}",
        "es": "el documento no da números para {missing}",
    },
    "document_differs": {
        "en": "the document's own {name} is not that of softmax(Q K^T / sqrt(d_k)) V from its givens; say what it computes "
        "in a .json instead",
        "es": "{name} en el documento no es el de softmax(Q K^T / sqrt(d_k)) V con sus datos; diga en un .json qué calcula",
    },
    "undecided": {
        "en": "{step}[{row}, {column}] stays undecided at {bits} bits",
        "es": "{step}[{row}, {column}] queda sin decidir con {bits} bits",
    },
}
