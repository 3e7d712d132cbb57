"""What the tools say of themselves to other programs, and what each verdict means."""

MESSAGES = {
    "no_mcp": {
        "en": "the tools for other programs need mcp, which is not installed: pip install mcp",
        "es": "las herramientas para otros programas necesitan mcp, que no está instalado: pip install mcp",
    },
    "unknown_topic": {
        "en": "'{topic}' is no verdict, theorem, rule or slip; the nearest: {near}",
        "es": "'{topic}' no es ningún veredicto, teorema, regla ni desliz; los más parecidos: {near}",
    },
    # verdicts
    "verdict_given": {
        "en": "An input: a number or definition that the page starts from. Nothing is said about it.",
        "es": "Un dato: un número o una definición de la que parte la página. No se dice nada de él.",
    },
    "verdict_agrees": {
        "en": "Right: the exact value rounds to what is printed, or the formula is proved for all sizes.",
        "es": "Correcto: el valor exacto se redondea a lo impreso, o la fórmula está demostrada para todos los tamaños.",
    },
    "verdict_rounding": {
        "en": "The last digit is not that of the exact value, but the page's own rounded numbers give it: a warning.",
        "es": "La última cifra no es la del valor exacto, pero la dan los números redondeados de la página: un aviso.",
    },
    "verdict_lucky": {
        "en": "Right, but the numbers that the page shows just before do not give it: a warning.",
        "es": "Correcto, pero los números que la página muestra justo antes no lo dan: un aviso.",
    },
    "verdict_carried": {
        "en": "False, and computed correctly from an earlier mistake, which `cause` names: mend that one.",
        "es": "Falso, y calculado bien a partir de un error anterior, que `cause` nombra: corrija ese.",
    },
    "verdict_wrong": {
        "en": "False, and what stands before does not give it: the mistake is here.",
        "es": "Falso, y lo que hay antes no lo da: el error está aquí.",
    },
    "verdict_undecided": {
        "en": "Open, not fine: it was read, and neither proved nor refuted within the limits. It may be false.",
        "es": "Abierto, no correcto: se leyó, y ni se demostró ni se refutó dentro de los límites. Puede ser falso.",
    },
    "verdict_unread": {
        "en": "Open, not fine: it looks like a claim and could not be read, so nothing was checked. It may be false.",
        "es": "Abierto, no correcto: parece una afirmación y no se pudo leer, así que no se comprobó. Puede ser falso.",
    },
    "verdict_disagree": {
        "en": "The checker's own witnesses differ: a defect of the checker, not of the page. Trust neither, and report it.",
        "es": "Los testigos del comprobador difieren: un defecto suyo, no de la página. No se fíe de ninguno y avise.",
    },
    # tools
    "instructions": {
        "en": "Checks worked derivations of attention: every printed number and formula against exact arithmetic, proofs and"
        " NumPy. Floats and sampling never decide. `undecided` and `unread` do not mean that something is right: say so when"
        " you report them. A text of which nothing was decided has not been checked.",
        "es": "Comprueba derivaciones de atención: cada número y cada fórmula impresos frente a aritmética exacta,"
        " demostraciones y NumPy. Los flotantes y los muestreos nunca deciden. `undecided` y `unread` no quieren decir que"
        " algo esté bien: dígalo al comunicarlos. Un texto del que no se decidió nada no está comprobado.",
    },
    "check": {
        "en": "Check a worked derivation, given as its text (not a path): each printed number, formula, shape and count gets a"
        " verdict. The result is the JSON report, every claim with its place, the exact value, certified digits and the cause"
        " of each mistake. Mend the `wrong` claims: the `carried` ones follow from them. `undecided` and `unread` are open:"
        " they are not fine, and nothing says that they are right. If `summary` counts nothing decided, nothing was checked.",
        "es": "Comprueba una derivación, dada como texto (no como ruta): cada número, fórmula, forma y recuento recibe un"
        " veredicto. El resultado es el informe JSON, cada afirmación con su lugar, el valor exacto, cifras certificadas y la"
        " causa de cada error. Corrija las afirmaciones `wrong`: las `carried` se siguen de ellas. `undecided` y `unread`"
        " quedan abiertas: no están bien, y nada dice que sean correctas. Si `summary` no cuenta nada decidido, no se"
        " comprobó nada.",
    },
    "prove": {
        "en": "Show the proof of a theorem on attention for all sizes, such as attention.dQ or softmax.jacobian: its lines with"
        " their rules, its assumptions and side conditions. It is derived and re-checked by the kernel at this very call. The"
        " names are in the resource triplecheck://theorems.",
        "es": "Muestra la demostración de un teorema de atención para todos los tamaños, como attention.dQ o softmax.jacobian:"
        " sus líneas con sus reglas, sus hipótesis y condiciones. Se deriva y el núcleo la comprueba en esta misma llamada."
        " Los nombres están en el recurso triplecheck://theorems.",
    },
    "table": {
        "en": "Compute the answer key of an attention computation, forward and backward: exact, each number correctly rounded."
        " The problem is text (not a path): JSON with X, W_Q, W_K, W_V or Q, K, V, and optionally mask, scale, loss or G; the"
        " same as CSV; a document whose givens are read; or the name of an example, two-tokens or length-4.",
        "es": "Calcula la hoja de respuestas de una atención, hacia delante y hacia atrás: exacta, cada número bien redondeado."
        " El problema es texto (no una ruta): JSON con X, W_Q, W_K, W_V o Q, K, V y, si se quiere, mask, scale, loss o G; lo"
        " mismo en CSV; un documento cuyos datos se leen; o el nombre de un ejemplo, two-tokens o length-4.",
    },
    "explain": {
        "en": "Explain a word of the reports: a verdict (undecided, carried, …), a theorem, a rule of a proof, or a slip.",
        "es": "Explica una palabra de los informes: un veredicto (undecided, carried, …), un teorema, una regla o un desliz.",
    },
    # arguments
    "text": {"en": "the document itself, never its path", "es": "el documento mismo, nunca su ruta"},
    "format": {"en": "how the text is written", "es": "cómo está escrito el texto"},
    "lang": {"en": "language of what is said", "es": "lengua de lo que se dice"},
    "name": {"en": "the theorem's name", "es": "el nombre del teorema"},
    "depth": {
        "en": "0 the statement, 1 the derivation, 2 also details, 3 also the kernel's rules",
        "es": "0 el enunciado, 1 la derivación, 2 también detalles, 3 también las reglas del núcleo",
    },
    "problem": {"en": "the problem itself, never its path", "es": "el problema mismo, nunca su ruta"},
    "kind": {"en": "how the problem is written", "es": "cómo está escrito el problema"},
    "digits": {
        "en": "significant digits (20 if nothing else is asked for)",
        "es": "cifras significativas (20 si no se pide otra cosa)",
    },
    "decimals": {"en": "round to so many decimals", "es": "redondear a tantos decimales"},
    "rounding": {"en": "the rule for ties, or truncation", "es": "la regla de los empates, o truncar"},
    "dtype": {"en": "also round to these float formats", "es": "redondear también a estos formatos flotantes"},
    "steps": {"en": "only these steps, as in A,Y,dQ", "es": "solo estos pasos, como A,Y,dQ"},
    "mask": {"en": "causal or none, in place of the problem's own", "es": "causal o none, en lugar de la del problema"},
    "scale": {
        "en": "1/sqrt(d_k), none or a number, in place of the problem's own",
        "es": "1/sqrt(d_k), none o un número, en lugar de la del problema",
    },
    "loss": {
        "en": "sum, mean, squared, mse or cross-entropy, where the problem has no G",
        "es": "sum, mean, squared, mse o cross-entropy, donde el problema no tiene G",
    },
    "topic": {"en": "the word", "es": "la palabra"},
    # resources
    "theorems": {
        "en": "The theorems that can be proved, with their titles.",
        "es": "Los teoremas que se pueden demostrar, con sus títulos.",
    },
    "theorem": {"en": "A theorem with its proof, in Markdown.", "es": "Un teorema con su demostración, en Markdown."},
    "rules": {"en": "The rules that proofs use, in a sentence each.", "es": "Las reglas que usan las demostraciones."},
    "verdicts": {"en": "What each verdict means.", "es": "Qué quiere decir cada veredicto."},
}
