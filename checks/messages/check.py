"""What the checker says of a claim: one sentence a verdict, one a reason, and the words of the report."""

MESSAGES = {
    # verdicts
    "given": {"en": "an input: {about}", "es": "un dato: {about}"},
    "agrees": {"en": "right: {about} is {digits}", "es": "correcto: {about} es {digits}"},
    "agrees_formula": {"en": "right: {about}", "es": "correcto: {about}"},
    "rounding": {
        "en": "{about} is {digits}, which rounds to {truth}; the page's own rounded numbers give {printed}",
        "es": "{about} es {digits}, que se redondea a {truth}; los números redondeados de la página dan {printed}",
    },
    "rounding_tolerance": {
        "en": "{about} is {digits}, which rounds to {truth}; {printed} is within the tolerance that the document declares",
        "es": "{about} es {digits}, que se redondea a {truth}; {printed} está dentro de la tolerancia que declara el documento",
    },
    "lucky": {
        "en": "{about} is {digits}, so {printed} is right, but what the page shows just before does not give it",
        "es": "{about} es {digits}, así que {printed} es correcto, pero lo que la página muestra justo antes no lo da",
    },
    "carried": {
        "en": "{about} is {digits}: it should be {truth}; {printed} follows from the mistake on line {line}",
        "es": "{about} es {digits}: debería ser {truth}; {printed} se sigue del error de la línea {line}",
    },
    "wrong": {
        "en": "{about} is {digits}: it should be {truth}, not {printed}",
        "es": "{about} es {digits}: debería ser {truth}, no {printed}",
    },
    "wrong_exact": {"en": "{about} is {truth}, not {printed}", "es": "{about} es {truth}, no {printed}"},
    "carried_exact": {
        "en": "{about} is {truth}; {printed} follows from the mistake on line {line}",
        "es": "{about} es {truth}; {printed} se sigue del error de la línea {line}",
    },
    "wrong_formula": {
        "en": "not equal for the numbers given here: {about}",
        "es": "no son iguales para los números dados: {about}",
    },
    "undecided": {"en": "not decided: {why}", "es": "sin decidir: {why}"},
    "unread": {"en": "not read: {why}", "es": "sin leer: {why}"},
    "disagree": {
        "en": "our own witnesses differ: exact arithmetic says {digits}, NumPy {numeric}; please report this",
        "es": "nuestros propios testigos difieren: la aritmética exacta dice {digits}, NumPy {numeric}; avísenos, por favor",
    },
    # reasons
    "why_unknown": {
        "en": "the page does not give what it takes to compute {about}",
        "es": "la página no da lo que hace falta para calcular {about}",
    },
    "why_calculation": {
        "en": "a calculation in rounded numbers; it was not seen how it follows from {about}",
        "es": "un cálculo con números redondeados; no se vio cómo se sigue de {about}",
    },
    "why_unproved": {
        "en": "neither proved nor refuted: {about}",
        "es": "ni demostrado ni refutado: {about}",
    },
    "why_uncounted": {
        "en": "a rough count without the formula that would give it",
        "es": "un recuento aproximado sin la fórmula que lo daría",
    },
    "why_illustrative": {
        "en": "a rough number; the page does not give what it takes to compute it",
        "es": "un número aproximado; la página no da lo que hace falta para calcularlo",
    },
    "why_broken": {
        "en": "the checker itself failed here ({error}); please report this",
        "es": "el propio comprobador falló aquí ({error}); avísenos, por favor",
    },
    "why_precision": {
        "en": "the precision allowed did not decide it",
        "es": "la precisión permitida no lo decidió",
    },
    "why_formula": {
        "en": "this is no formula that can be read",
        "es": "no es una fórmula que se pueda leer",
    },
    "why_garbled": {
        "en": "this formula is damaged: signs of it were lost or doubled before the page came here",
        "es": "esta fórmula está dañada: perdió o duplicó signos antes de llegar aquí",
    },
    "why_shape": {
        "en": "an array of shape {printed} stands for a quantity of shape {shape}",
        "es": "una matriz de forma {printed} representa una cantidad de forma {shape}",
    },
    "why_ragged": {
        "en": "the rows of this table have different lengths: {widths}",
        "es": "las filas de esta tabla tienen longitudes distintas: {widths}",
    },
    "agrees_shape": {"en": "right: {about}", "es": "correcto: {about}"},
    "wrong_shape": {
        "en": "{about}: the shapes do not fit, {printed} against {shape}",
        "es": "{about}: las formas no encajan, {printed} frente a {shape}",
    },
    "why_shapes": {
        "en": "statements about shapes and summaries are not decided yet",
        "es": "las afirmaciones sobre formas y los resúmenes aún no se deciden",
    },
    "why_two_readings": {
        "en": "two readings explain it equally well: {one}, {other}",
        "es": "dos lecturas lo explican igual de bien: {one}, {other}",
    },
    "why_unbound": {
        "en": "it was not seen which quantity this is",
        "es": "no se vio qué cantidad es",
    },
    "why_comma": {
        "en": "a comma between digits may be a decimal sign or part two numbers",
        "es": "una coma entre cifras puede ser decimal o separar dos números",
    },
    "why_statement": {
        "en": "a statement that changes a quantity was not read; what follows from that quantity is not judged",
        "es": "no se leyó una instrucción que cambia una cantidad; lo que sale de ella no se juzga",
    },
    "why_limit": {"en": "beyond a limit: {what}", "es": "más allá de un límite: {what}"},
    # slips
    "slip_sign": {"en": "a sign is wrong", "es": "un signo está mal"},
    "slip_lost_scale": {"en": "the factor 1/√d_k is lost", "es": "falta el factor 1/√d_k"},
    "slip_doubled_scale": {"en": "the factor 1/√d_k is there twice", "es": "el factor 1/√d_k está dos veces"},
    "slip_transpose": {"en": "a transpose is lost or too many", "es": "falta o sobra una traspuesta"},
    "slip_axis": {
        "en": "the sum runs along the wrong axis, or loses it",
        "es": "la suma va por el eje equivocado, o lo pierde",
    },
    "slip_index": {"en": "an index has moved", "es": "un índice se ha movido"},
    "slip_symbol": {"en": "a neighbouring symbol", "es": "un símbolo vecino"},
    "slip_power": {"en": "a power or root is lost or added", "es": "falta o sobra una potencia o una raíz"},
    "slip_dropped_term": {"en": "a term of the sum is missing", "es": "falta un sumando"},
    "slip_columns": {"en": "normalised down the columns", "es": "normalizado por columnas"},
    "slip_not_normalised": {"en": "the row is not normalised", "es": "la fila no está normalizada"},
    "slip_mask_shifted": {"en": "the mask is shifted by one", "es": "la máscara está desplazada una posición"},
    "slip_mask_lost": {"en": "the mask is lost", "es": "falta la máscara"},
    "slip_scale_outside": {"en": "the scale stands outside the softmax", "es": "la escala está fuera del softmax"},
    "slip_inverse": {
        "en": "multiplied instead of divided, or the reverse",
        "es": "multiplicado en vez de dividido, o al revés",
    },
    "slip_keepdims": {"en": "the summed axis must be kept (keepdims)", "es": "hay que conservar el eje sumado (keepdims)"},
    "slip_factor": {"en": "a factor of the formula is lost or added", "es": "falta o sobra un factor"},
    "slip_diagonal": {
        "en": "only the diagonal of the softmax Jacobian is used",
        "es": "solo se usa la diagonal de la jacobiana del softmax",
    },
    "slip_truncated": {"en": "cut off instead of rounded", "es": "cortado en vez de redondeado"},
    "slip_transposed": {"en": "the mirrored entry", "es": "la entrada traspuesta"},
    "slip_neighbour": {"en": "the value of the entry beside it", "es": "el valor de la entrada de al lado"},
    "slip_swapped_digits": {"en": "two digits are swapped", "es": "dos cifras intercambiadas"},
    # the report
    "title_wrong": {"en": "wrong", "es": "erróneo"},
    "title_carried": {"en": "carried", "es": "arrastrado"},
    "title_rounding": {"en": "rounding", "es": "redondeo"},
    "title_lucky": {"en": "lucky", "es": "casual"},
    "title_undecided": {"en": "undecided", "es": "sin decidir"},
    "title_unread": {"en": "unread", "es": "sin leer"},
    "title_disagree": {"en": "disagree", "es": "discrepancia"},
    "title_agrees": {"en": "agrees", "es": "coincide"},
    "title_given": {"en": "given", "es": "dato"},
    "carries": {
        "en": "{count} more numbers follow from it: {places}",
        "es": "de él se siguen {count} números más: {places}",
    },
    "carries_one": {"en": "1 more number follows from it: {places}", "es": "de él se sigue 1 número más: {places}"},
    "right_value": {"en": "right: {truth}   more digits: {digits}", "es": "correcto: {truth}   más cifras: {digits}"},
    "right_alone": {"en": "right: {truth}", "es": "correcto: {truth}"},
    "nearest": {"en": "nearest true formula: {form}", "es": "fórmula verdadera más cercana: {form}"},
    "right_exact": {"en": "exactly: {form}", "es": "exactamente: {form}"},
    "slip": {"en": "likely slip: {slip}", "es": "desliz probable: {slip}"},
    "tolerance": {
        "en": "declared tolerance: {tolerance:g}; what is that near to its truth is rounding",
        "es": "tolerancia declarada: {tolerance:g}; lo que está así de cerca de su valor es redondeo",
    },
    "habit": {"en": "rounding habit: {habit}", "es": "hábito de redondeo: {habit}"},
    "coverage": {
        "en": "{claims} claims and {given} givens read; {decided} decided, {undecided} undecided, {unread} unread",
        "es": "{claims} afirmaciones y {given} datos leídos; {decided} decididas, {undecided} sin decidir, {unread} sin leer",
    },
    "unseen": {
        "en": "numbers that nothing was read of: {count} (--coverage lists them)",
        "es": "números de los que no se leyó nada: {count} (--coverage los enumera)",
    },
    "nothing": {
        "en": "nothing that could be checked was found: that does not mean that the page is right",
        "es": "no se encontró nada que se pudiera comprobar: eso no significa que la página esté bien",
    },
    "fine": {"en": "nothing false found", "es": "no se encontró nada falso"},
    "false": {
        "en": "{wrong} wrong, {carried} carried",
        "es": "erróneos: {wrong}, arrastrados: {carried}",
    },
    "heading_roots": {"en": "Mistakes", "es": "Errores"},
    "heading_carried": {"en": "What follows from them", "es": "Lo que se sigue de ellos"},
    "heading_warnings": {"en": "Rounding and luck", "es": "Redondeo y casualidad"},
    "heading_open": {"en": "Open", "es": "Sin resolver"},
    "heading_numbers": {"en": "Every number", "es": "Todos los números"},
    "numbers": {
        "en": "{count} numbers: {seen} read or set aside, {unseen} that nothing was read of",
        "es": "{count} números: {seen} leídos o apartados, {unseen} de los que no se leyó nada",
    },
    "heading_formulas": {"en": "Every formula", "es": "Todas las fórmulas"},
    "formulas": {
        "en": "{count} formulas: {seen} read, {unseen} not",
        "es": "{count} fórmulas: {seen} leídas, {unseen} sin leer",
    },
    "aside_operand": {"en": "operand", "es": "operando"},
    "aside_section": {"en": "set aside: names a section, figure or step", "es": "apartado: nombra una sección, figura o paso"},
    "aside_label": {"en": "set aside: numbers a row or word", "es": "apartado: numera una fila o palabra"},
    "aside_version": {"en": "set aside: a version or name", "es": "apartado: una versión o un nombre"},
    "aside_citation": {"en": "set aside: a citation", "es": "apartado: una cita"},
    "aside_link": {"en": "set aside: part of a link", "es": "apartado: parte de un enlace"},
    "aside_list": {"en": "set aside: numbers a list", "es": "apartado: numera una lista"},
    "aside_date": {"en": "set aside: a date", "es": "apartado: una fecha"},
    "aside_year": {"en": "set aside: a year", "es": "apartado: un año"},
    "aside_program": {"en": "set aside: program text", "es": "apartado: texto de programa"},
    "aside_unseen": {"en": "nothing was read of it", "es": "no se leyó nada de él"},
    "habit_half away from zero": {"en": "half away from zero", "es": "los empates se alejan de cero"},
    "habit_half to even": {"en": "half to even", "es": "los empates van a la cifra par"},
    "habit_truncation": {"en": "truncation", "es": "truncamiento"},
}
