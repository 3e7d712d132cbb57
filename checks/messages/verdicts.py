"""The verdicts for readers: what each means, when it is given, an example, and what it counts as.

What `means` says in English is what the README's table says; a test holds the two together.
"""

MESSAGES = {
    "given.means": {
        "en": "a number that defines an input: exact, and not judged",
        "es": "un número que define una entrada: exacto, y no se juzga",
    },
    "given.when": {
        "en": "It stands in an array of inputs, in a definition or in a setting such as d_k = 64. Printed twice it must agree"
        " with itself: the second printing is judged.",
        "es": "Está en una matriz de entradas, en una definición o en un dato como d_k = 64. Impreso dos veces debe coincidir"
        " consigo mismo: la segunda impresión se juzga.",
    },
    "given.example": {
        "en": "Q = [[1.2, 0.5]]: both numbers are given.",
        "es": "Q = [[1.2, 0.5]]: ambos números son datos.",
    },
    "given.counts": {"en": "neither right nor wrong", "es": "ni acierto ni error"},
    "agrees.means": {
        "en": "the truth rounds to what is printed; paper, exact arithmetic and NumPy agree",
        "es": "la verdad se redondea a lo impreso; el papel, la aritmética exacta y NumPy coinciden",
    },
    "agrees.when": {
        "en": "The exact value lies within half a unit of the last printed digit, both ends included, so that a tie is right"
        " under any usual rule. A formula agrees when it is proved for all sizes; its assumptions are shown.",
        "es": "El valor exacto está a no más de media unidad de la última cifra impresa, extremos incluidos, de modo que un"
        " empate es correcto con cualquier regla usual. Una fórmula coincide cuando se demuestra para todos los tamaños; sus"
        " supuestos se muestran.",
    },
    "agrees.example": {
        "en": "0.0775 printed as 0.077 or as 0.078 agrees: it is a tie.",
        "es": "0.0775 impreso como 0.077 o como 0.078 coincide: es un empate.",
    },
    "agrees.counts": {"en": "fine", "es": "bien"},
    "rounding.means": {
        "en": "not the correct rounding of the truth, but the page's own rounded numbers give it",
        "es": "no es el redondeo correcto de la verdad, pero los propios números redondeados de la página lo dan",
    },
    "rounding.when": {
        "en": "The last digit is off, and the rightly printed numbers before it, each taken as all reals that it can stand"
        " for, or a root that the page rounds before use, or plain cutting off explain it.",
        "es": "La última cifra difiere, y los números bien impresos antes de él, cada uno como todos los reales que puede"
        " representar, o una raíz que la página redondea antes de usarla, o el simple corte la explican.",
    },
    "rounding.example": {
        "en": "The truth is 0.98758; the page computes exp(−0.013) from a rounded −0.0125 and prints 0.987.",
        "es": "La verdad es 0.98758; la página calcula exp(−0.013) a partir de −0.0125 redondeado e imprime 0.987.",
    },
    "rounding.counts": {
        "en": "a warning: an error only with --strict",
        "es": "un aviso: error solo con --strict",
    },
    "lucky.means": {
        "en": "right, but what the page shows just before cannot give it",
        "es": "correcto, pero lo que la página muestra justo antes no puede darlo",
    },
    "lucky.when": {
        "en": "The exact value rounds to the number, yet the numbers before it lead elsewhere: a mistake was made and undone,"
        " or the number comes from another place.",
        "es": "El valor exacto se redondea al número, pero los números anteriores llevan a otro: hubo un error que se"
        " deshizo, o el número viene de otro lugar.",
    },
    "lucky.example": {
        "en": "sum = 2.9 is wrong, and 1.2 / sum = 0.40 below it is what the right sum 3.0 gives.",
        "es": "suma = 2.9 está mal, y debajo 1.2 / suma = 0.40 es lo que da la suma correcta 3.0.",
    },
    "lucky.counts": {
        "en": "a warning: an error only with --strict",
        "es": "un aviso: error solo con --strict",
    },
    "carried.means": {
        "en": "false, and follows from an earlier wrong number, which is named",
        "es": "falso, y se sigue de un número erróneo anterior, que se nombra",
    },
    "carried.when": {
        "en": "What the page shows before gives the number, and with the truth in place of every false number before it no"
        " longer does. Its cause is the earliest wrong number that it depends on; mend that and work on from there.",
        "es": "Lo que la página muestra antes da el número, y con la verdad en lugar de cada número falso anterior ya no lo"
        " da. Su causa es el primer número erróneo del que depende; corrija ese y siga desde ahí.",
    },
    "carried.example": {
        "en": "A score is printed with a lost sign; its softmax row is worked out rightly from it: the row is carried.",
        "es": "Una puntuación se imprime sin su signo; su fila de softmax se calcula bien a partir de ella: la fila es"
        " arrastrada.",
    },
    "carried.counts": {"en": "an error, charged to its cause", "es": "un error, a cargo de su causa"},
    "wrong.means": {
        "en": "false, and what the page shows before does not give it: the mistake is here",
        "es": "falso, y lo que la página muestra antes no lo da: el error está aquí",
    },
    "wrong.when": {
        "en": "The exact value is not what is printed, and neither the numbers before it nor rounding explain it. For a"
        " formula there is a counterexample: the smallest numbers found at which its two sides differ. Where one small slip"
        " gives exactly the printed digits, it is named.",
        "es": "El valor exacto no es el impreso, y ni los números anteriores ni el redondeo lo explican. Para una fórmula hay"
        " un contraejemplo: los números más pequeños hallados en que sus dos lados difieren. Donde un pequeño desliz da"
        " exactamente las cifras impresas, se nombra.",
    },
    "wrong.example": {
        "en": "A softmax row is printed as 0.40 0.35 0.35: the last number is wrong, the truth is 0.25.",
        "es": "Una fila de softmax se imprime como 0.40 0.35 0.35: el último número es erróneo, la verdad es 0.25.",
    },
    "wrong.counts": {"en": "an error: the exit status is 1", "es": "un error: el estado de salida es 1"},
    "undecided.means": {
        "en": "read and understood, but neither proved nor refuted within the limits",
        "es": "leído y entendido, pero ni demostrado ni refutado dentro de los límites",
    },
    "undecided.when": {
        "en": "The page does not give what it takes to compute the number, or a formula has neither a proof nor a"
        " counterexample. Samples that agree prove nothing. The report says why.",
        "es": "La página no da lo que hace falta para calcular el número, o una fórmula no tiene ni demostración ni"
        " contraejemplo. Unas muestras que coinciden no demuestran nada. El informe dice por qué.",
    },
    "undecided.example": {
        "en": "The loss is 0.693, on a page that does not say of what.",
        "es": "La pérdida es 0.693, en una página que no dice de qué.",
    },
    "undecided.counts": {
        "en": "open: counted and shown, never taken for right; an error only with --strict",
        "es": "abierto: se cuenta y se muestra, nunca se da por correcto; error solo con --strict",
    },
    "unread.means": {
        "en": "looks like a claim, and could not be read, or has two readings that differ",
        "es": "parece una afirmación y no se pudo leer, o tiene dos lecturas que difieren",
    },
    "unread.when": {
        "en": "The text is damaged, the notation is unknown, a table has a shape that nothing on the page has, or it is"
        " not clear which quantity is meant. The report says where and why.",
        "es": "El texto está dañado, la notación es desconocida, una tabla tiene una forma que nada en la página tiene, o no"
        " está claro a qué cantidad se refiere. El informe dice dónde y por qué.",
    },
    "unread.example": {
        "en": "A third table under “and then:”, which nothing names.",
        "es": "Una tercera tabla bajo «y entonces:», que nada nombra.",
    },
    "unread.counts": {
        "en": "open: counted and shown, never taken for right; an error only with --strict",
        "es": "abierto: se cuenta y se muestra, nunca se da por correcto; error solo con --strict",
    },
    "disagree.means": {
        "en": "our own witnesses differ: a defect of the checker, never of the document",
        "es": "nuestros propios testigos difieren: un defecto del verificador, nunca del documento",
    },
    "disagree.when": {
        "en": "NumPy's value lies outside the proved error bound around the exact value. Please report it.",
        "es": "El valor de NumPy está fuera de la cota de error demostrada en torno al valor exacto. Avísenos, por favor.",
    },
    "disagree.example": {
        "en": "Exact arithmetic says 0.5, NumPy 0.6: one of our two programs is broken.",
        "es": "La aritmética exacta dice 0.5, NumPy 0.6: uno de nuestros dos programas está roto.",
    },
    "disagree.counts": {"en": "the exit status is 3", "es": "el estado de salida es 3"},
}
